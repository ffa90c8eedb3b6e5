package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EarlyOverflowTest {
    @Test
    void I9_shouldCaptureAfterTheFirstUseMetTheEndOfAStack() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        EarlyOverflowProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(printed.strip()).isEqualTo("0 of 2 failed");
    }
}
