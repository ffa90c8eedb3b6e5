package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that the launcher has a real JVM make. */
@Timeout(300)
class ClassArchiveTest {
    @TempDir
    private Path home;

    private Path launcher;
    private Path logs;

    /** What a command printed on both outputs. */
    private record Output(String out, String err, int exitCode) {}

    @BeforeEach
    void install() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
        launcher = home.resolve("bin/millrace");
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of("src", "main", "sh", "millrace"), launcher);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(home.resolve("lib"));
        int count = 0;
        for (String entry : System.getProperty("java.class.path").split(":")) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                pack(path, home.resolve("lib/" + count++ + ".jar"));
            } else if (entry.contains("picocli") || entry.contains("millrace-")) {
                Files.copy(path, home.resolve("lib/" + count++ + ".jar"));
            }
        }
        logs = home.resolve("logs");
        SampleLog.write(logs, 100);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                archive.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, archive);
                archive.closeEntry();
            }
        }
    }

    private Output cat(Path jdk) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "cat", logs.toString())
                .redirectError(home.resolve("stderr").toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("XDG_CACHE_HOME", home.resolve("cache").toString());
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "MILLRACE_CACHE"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        return new Output(out, Files.readString(home.resolve("stderr")), exitCode);
    }

    private Path awaitArchive() throws IOException {
        while (true) {
            try (Stream<Path> files = Files.list(home.resolve("cache/millrace"))) {
                List<Path> archives = files.filter(file -> file.toString().endsWith(".classes"))
                        .toList();
                if (!archives.isEmpty()) {
                    return archives.get(0);
                }
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private void assertHarmless(Path jdk) throws Exception {
        Output first = cat(jdk);
        assertThat(first.err()).isEmpty();
        assertThat(first.out()).hasLineCount(100);
        Path archive = awaitArchive();
        byte[] whole = Files.readAllBytes(archive);
        assertThat(cat(jdk)).isEqualTo(first);

        byte[] other = whole.clone();
        Arrays.fill(other, (byte) 'x');
        Files.write(archive, other);
        assertThat(cat(jdk)).as("other bytes").isEqualTo(first);

        byte[] headless = whole.clone();
        Arrays.fill(headless, 0, 4096, (byte) 0);
        Files.write(archive, headless);
        assertThat(cat(jdk)).as("no header").isEqualTo(first);

        for (int length : new int[] {whole.length - 1, whole.length / 2, 4096, 1, 0}) {
            Files.write(archive, Arrays.copyOf(whole, length));
            assertThat(cat(jdk)).as("%s bytes of it", length).isEqualTo(first);
        }
    }

    @Test
    void shouldDoWithoutAnArchiveThatIsDamaged() throws Exception {
        assertHarmless(Path.of(System.getProperty("java.home")));
    }

    @Test
    void shouldDoWithoutAnArchiveThatIsDamagedOnJdk25() throws Exception {
        String named = System.getenv("MILLRACE_JDK25");
        Path jdk = Path.of(named != null ? named : "/usr/lib/jvm/temurin-25-jdk-amd64");
        assumeTrue(Files.isExecutable(jdk.resolve("bin/java")), "no JDK 25: set MILLRACE_JDK25");

        assertHarmless(jdk);
    }
}
