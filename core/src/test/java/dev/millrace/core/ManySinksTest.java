package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.StatusCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ManySinksTest {
    @TempDir
    Path dir;

    @Test
    void shouldTakeNoMoreThanAShareOfALittleHeap() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ManySinksProcess.class.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .start();

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // On a busy machine callers may also have been told to wait for space.
        assertThat(printed.lines().filter(line -> !line.contains(StatusCode.MR204.name())))
                .containsExactly("done");
    }
}
