package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderCheckTest {
    private static final String OWN = "dev.millrace.slf4j.MillraceServiceProvider";
    private static final String OTHER = "ch.qos.logback.classic.spi.LogbackServiceProvider";
    private static final String SERVICES = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    @TempDir
    private Path directory;

    @Test
    void shouldBeContentAlone() throws IOException {
        assertThat(check(jar("own.jar", OWN))).isNull();
    }

    @Test
    void shouldBeContentWithoutAnyServiceFile() throws IOException {
        assertThat(check()).isNull();
    }

    @Test
    void shouldNameBothProvidersAndTheirJars() throws IOException {
        String message = check(jar("own.jar", OWN), jar("logback.jar", OTHER));

        assertThat(message)
                .contains(OWN + " [jar:", "own.jar", OTHER + " [jar:", "logback.jar", "-Dslf4j.provider=" + OWN)
                .doesNotContain("\n");
    }

    @Test
    void shouldReadServiceFilesWithCommentsAndSeveralNames() throws IOException {
        String message = check(jar("all.jar", "# merged\n\n" + OWN + "  # first\n  " + OTHER + "\n"));

        assertThat(message).contains(OTHER);
    }

    @Test
    void shouldNameBothCopiesOfMillrace() throws IOException {
        String message = check(jar("a.jar", OWN), jar("b.jar", OWN));

        assertThat(message).contains("2 times", "a.jar", "b.jar");
    }

    @Test
    void shouldNotTakeOneJarGivenTwiceForTwoCopies() throws IOException {
        URL jar = jar("own.jar", OWN);

        assertThat(check(jar, jar)).isNull();
    }

    @Test
    void shouldIgnoreUnreadableJars() throws IOException {
        Path broken = Files.write(directory.resolve("broken.jar"), new byte[] {1, 2, 3});

        assertThat(check(jar("own.jar", OWN), broken.toUri().toURL())).isNull();
    }

    private static String check(URL... classPath) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            return ProviderCheck.secondProvider(loader, OWN);
        }
    }

    private URL jar(String name, String services) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(SERVICES));
            jar.write(services.getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
        return file.toUri().toURL();
    }
}
