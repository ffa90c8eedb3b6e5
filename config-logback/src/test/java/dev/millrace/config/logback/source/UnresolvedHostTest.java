package dev.millrace.config.logback.source;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.util.NetworkAddressUtil;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Beside Logback, in a process for which no name of a host is known. */
@Timeout(60)
class UnresolvedHostTest {
    @TempDir
    Path dir;

    /** Prints what both say. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            NetworkAddressUtil logback = new NetworkAddressUtil(new ContextBase());
            Surroundings millrace = new Surroundings();
            System.out.println(millrace.hostName() + ' ' + millrace.canonicalHostName());
            System.out.println(logback.safelyGetLocalHostName() + ' ' + logback.safelyGetCanonicalLocalHostName());
        }
    }

    @Test
    void shouldBeKnownByItsAddressAsToLogback() throws Exception {
        Path noHosts = Files.writeString(dir.resolve("hosts"), "");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.net.hosts.file=" + noHosts,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo(lines.get(1));
    }
}
