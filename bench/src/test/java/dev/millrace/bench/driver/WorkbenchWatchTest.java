package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WorkbenchWatchTest {
    @TempDir
    Path directory;

    @Test
    void shouldEndAForkWhoseWorkbenchIsKilled() throws Exception {
        Process workbench = new ProcessBuilder("cat").start();
        Process fork = fork(workbench.pid());
        try {
            assertThat(fork.isAlive()).isTrue();

            workbench.destroyForcibly();

            assertThat(fork.waitFor()).isEqualTo(WorkbenchWatch.EXIT_ALONE);
        } finally {
            fork.destroyForcibly();
        }
    }

    @Test
    void shouldEndAForkThatStartsBehindItsWorkbench() throws Exception {
        Process workbench = new ProcessBuilder("true").start();
        assertThat(workbench.waitFor()).isZero();

        Process fork = fork(workbench.pid());

        try {
            assertThat(fork.waitFor()).isEqualTo(WorkbenchWatch.EXIT_ALONE);
        } finally {
            fork.destroyForcibly();
        }
    }

    /** One that logs until it is killed, or for ten minutes. */
    private Process fork(long workbench) throws IOException {
        Path parameters = directory.resolve("parameters.properties");
        Files.writeString(
                parameters,
                "threads=1\nend=sigkill\nreturned=" + directory.resolve("returned") + "\nworkbench=" + workbench
                        + "\n");
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DriverMain.class.getName(),
                        "loss",
                        parameters.toString(),
                        directory.resolve("figures.properties").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
