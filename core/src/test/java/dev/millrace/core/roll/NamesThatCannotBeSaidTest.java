package dev.millrace.core.roll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.plan.ArchiveFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of others beside those that roll, with names that a process without a locale cannot say. */
@Timeout(60)
class NamesThatCannotBeSaidTest {
    /** Octal, because the JVM of the test may have no locale either. */
    private static final String SCRIPT = "cd \"$1\" && : > a.log && : > a.log.gz.pending"
            + " && : > \"$(printf 'A\\303\\274').txt\" && LC_ALL=C \"$2\" -cp \"$3\" \"$4\" \"$1\" 2>&1";

    @TempDir
    Path dir;

    /** Says what is to be compressed. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            for (ArchiveJob job : ArchiveJob.below(Path.of(args[0]), 0, ArchiveFormat.GZIP)) {
                System.out.println(job.original().getFileName());
            }
        }
    }

    @Test
    void shouldNotKeepUnfinishedCompressionsFromBeingFound() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
        Process shell = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        SCRIPT,
                        "sh",
                        dir.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName())
                .start();

        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("a.log\n");
    }
}
