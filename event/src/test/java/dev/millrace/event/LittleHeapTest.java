package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LittleHeapTest {
    @TempDir
    Path dir;

    @Test
    void shouldLeaveALittleHeapToItsProgram() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LittleHeapProcess.class.getName(),
                        dir.resolve("dictionary").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(printed.strip()).isEqualTo("done");
    }
}
