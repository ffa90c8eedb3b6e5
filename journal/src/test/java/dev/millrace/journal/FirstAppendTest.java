package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant I9 for the first append of a process. */
@Timeout(120)
class FirstAppendTest {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path parent;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:TieredStopAtLevel=1 -Xss3m",
                "-XX:TieredStopAtLevel=1 -Xss512k",
                "-Xint -Xss512k",
                "-XX:+TieredCompilation -Xss1m"
            })
    void shouldLeaveNoHoleNearTheEndOfAStack(String options) throws Exception {
        assertThat(runWith(options)).isEqualTo("appended");
    }

    private String runWith(String options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options.split(" ")));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(FirstAppendProcess.class.getName());
        Path out = parent.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out, StandardCharsets.UTF_8).strip();
    }
}
