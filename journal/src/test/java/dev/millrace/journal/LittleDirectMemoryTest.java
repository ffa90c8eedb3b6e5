package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LittleDirectMemoryTest {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path parent;

    @Test
    void shouldAppendWhereMemoryOutsideTheHeapIsShort() throws Exception {
        assertThat(runWith("-XX:MaxDirectMemorySize=512k")).isEqualTo("2000 appended, 2000 read");
    }

    private String runWith(String option) throws IOException, InterruptedException {
        Path out = parent.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LittleDirectMemoryProcess.class.getName(),
                        parent.resolve("queue").toString())
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
