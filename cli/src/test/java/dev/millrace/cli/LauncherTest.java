package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher of the archive, with a java that says how it was called. */
@Timeout(60)
class LauncherTest {
    private static final String JAVA =
            """
            #!/bin/sh
            for word in "$@"; do
              case $word in -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) echo made >"${word#*=}" ;; esac
            done
            echo "$*"
            """;

    @TempDir
    private Path home;

    private Path launcher;
    private Path cache;

    @BeforeEach
    void install() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
        launcher = executable(
                home.resolve("program dir/bin/millrace"), Files.readString(Path.of("src", "main", "sh", "millrace")));
        Files.createDirectories(home.resolve("program dir/lib"));
        Files.writeString(home.resolve("program dir/lib/a.jar"), "a");
        Files.writeString(home.resolve("program dir/lib/b.jar"), "b");
        cache = home.resolve("cache");
        jdk("17.0.15");
    }

    private static Path executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private void jdk(String version) throws IOException {
        executable(home.resolve("jdk/bin/java"), JAVA);
        Files.writeString(home.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private Process start(String... environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "cat", "two words").redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        for (String variable : environment) {
            String[] parts = variable.split("=", 2);
            builder.environment().put(parts[0], parts[1]);
        }
        return builder.start();
    }

    private String run(String... environment) throws Exception {
        Process process = start(environment);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    private Path awaitArchive() throws IOException {
        while (true) {
            List<Path> archives = cached(".classes");
            if (!archives.isEmpty()) {
                return archives.get(0);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private List<Path> cached(String ending) throws IOException {
        if (!Files.isDirectory(cache.resolve("millrace"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(cache.resolve("millrace"))) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    /** Whatever makes an archive in the background would still write where the test's files are removed. */
    @AfterEach
    void awaitArchives() throws IOException {
        for (Path tried : cached(".tried")) {
            Path archive = Path.of(tried.toString().replaceFirst("\\.tried$", ""));
            while (!Files.exists(archive)) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void shouldUseTheArchiveThatTheFirstStartHasMade() throws Exception {
        String first = run();
        Path archive = awaitArchive();

        assertThat(first)
                .hasLineCount(1)
                .startsWith("-XX:+UseSerialGC")
                .contains("lib/a.jar:", "lib/b.jar dev.millrace.cli.Main cat two words");
        assertThat(run()).hasLineCount(1).startsWith("-XX:SharedArchiveFile=" + archive + " -XX:+UseSerialGC");
    }

    @Test
    void shouldUseTheKindOfArchiveThatTheJdkKnowsBest() throws Exception {
        jdk("25.0.1");
        run();
        Path archive = awaitArchive();

        assertThat(run()).startsWith("-XX:AOTCache=" + archive + " ");
    }

    @Test
    void shouldMakeAnotherArchiveForAnotherJdk() throws Exception {
        run();
        awaitArchive();
        jdk("21.0.12345");

        assertThat(run()).startsWith("-XX:+UseSerialGC");
    }

    @Test
    void shouldSayNothingWhereNoArchiveCanBeKept() throws Exception {
        assertThat(run("XDG_CACHE_HOME=/dev/null")).hasLineCount(1).startsWith("-XX:+UseSerialGC");
        assertThat(run("XDG_CACHE_HOME=", "HOME=")).hasLineCount(1).startsWith("-XX:+UseSerialGC");
        assertThat(run("MILLRACE_CACHE=off")).hasLineCount(1).startsWith("-XX:+UseSerialGC");
        assertThat(cache).doesNotExist();
    }

    @Test
    void shouldStartTwiceAtOnce() throws Exception {
        List<Process> processes = List.of(start(), start(), start(), start());

        for (Process process : processes) {
            assertThat(process.inputReader().lines().toList())
                    .singleElement()
                    .asString()
                    .contains("dev.millrace.cli.Main cat");
            assertThat(process.waitFor()).isZero();
        }
        awaitArchive();
    }

    @Test
    void shouldSayThatTheJdkIsTooOld() throws Exception {
        jdk("1.8.0_402");
        assertThat(run())
                .isEqualTo("millrace: " + home.resolve("jdk/bin/java")
                        + " is version 1.8.0_402, 17 or newer is needed (set JAVA_HOME)\n");
        jdk("11.0.2");
        Process process = start();
        assertThat(process.waitFor()).isEqualTo(3);
    }

    @Test
    void shouldSayThatJavaHomeIsNoJdk() throws Exception {
        assertThat(run("JAVA_HOME=/nowhere"))
                .isEqualTo(
                        "millrace: JAVA_HOME is /nowhere, but there is no bin/java in it (set it to a JDK 17 or newer)\n");
    }

    @Test
    void shouldAskAJavaWhoseVersionNoFileTells() throws Exception {
        Files.delete(home.resolve("jdk/release"));
        executable(home.resolve("jdk/bin/java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n");

        assertThat(run())
                .isEqualTo("millrace: " + home.resolve("jdk/bin/java")
                        + " is version 11.0.2, 17 or newer is needed (set JAVA_HOME)\n");
    }

    @Test
    void shouldStartWhereItStandsAndThroughLinks() throws Exception {
        Path bin = launcher.getParent();
        Path link = Files.createSymbolicLink(home.resolve("link"), Path.of("program dir", "bin", "millrace"));
        for (List<String> words : List.of(List.of("/bin/sh", "millrace"), List.of(link.toString()))) {
            ProcessBuilder builder =
                    new ProcessBuilder(words).directory(bin.toFile()).redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
            builder.environment().put("MILLRACE_CACHE", "off");

            assertThat(builder.start().inputReader().lines())
                    .singleElement()
                    .asString()
                    .contains("lib/a.jar:", "dev.millrace.cli.Main");
        }
    }

    @Test
    void shouldTakeWordsForUtf8WhereThereIsNoLocale() throws Exception {
        executable(home.resolve("jdk/bin/java"), "#!/bin/sh\necho \"$LC_ALL\"\n");
        String installed = pathWithLocale("echo UTF-8");

        assertThat(run("MILLRACE_CACHE=off", installed, "LC_ALL=", "LC_CTYPE=", "LANG="))
                .isEqualTo("C.UTF-8\n");
        assertThat(run("MILLRACE_CACHE=off", installed, "LC_ALL=C")).isEqualTo("C.UTF-8\n");
        assertThat(run("MILLRACE_CACHE=off", installed, "LC_ALL=de_DE.UTF-8")).isEqualTo("de_DE.UTF-8\n");
        assertThat(run("MILLRACE_CACHE=off", installed, "LC_ALL=", "LC_CTYPE=", "LANG=de_DE"))
                .isEqualTo("\n");
    }

    /** A file of that name says what the system's {@code locale charmap} would. */
    private String pathWithLocale(String command) throws IOException {
        executable(home.resolve("system/locale"), "#!/bin/sh\n" + command + "\n");
        return "PATH=" + home.resolve("system") + ":" + System.getenv("PATH");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo ANSI_X3.4-1968",
                "echo 'locale: Cannot set LC_ALL to default locale: No such file or directory' >&2; echo ANSI_X3.4-1968",
                "echo 'locale: Cannot set LC_ALL to default locale: No such file or directory' >&2; echo UTF-8; exit 1"
            })
    void shouldTakeWordsForUtf8WhereTheLocaleIsNotInstalled(String locale) throws Exception {
        executable(home.resolve("jdk/bin/java"), "#!/bin/sh\necho \"$LC_ALL\"\n");

        assertThat(run("MILLRACE_CACHE=off", pathWithLocale(locale), "LC_ALL=", "LC_CTYPE=", "LANG=de_DE.UTF-8"))
                .isEqualTo("C.UTF-8\n");
    }

    @Test
    void shouldSayThatJavaCannotLoadFromAPathWithAColon() throws Exception {
        Path moved = Files.move(home.resolve("program dir"), home.resolve("program:dir"));
        launcher = moved.resolve("bin/millrace");

        assertThat(run())
                .isEqualTo("millrace: Java cannot load from a path with a colon: "
                        + moved.resolve("lib").toRealPath() + " (move the program elsewhere)\n");
    }

    @Test
    void shouldNotLetAFileTakeThePlaceOfAClosedStream() throws Exception {
        executable(
                home.resolve("jdk/bin/java"),
                """
                #!/bin/sh
                for stream in 0 1 2; do readlink /proc/self/fd/$stream; done >"$OUT"
                cat >/dev/null 2>&1 || echo unreadable >>"$OUT"
                { echo x; } 2>/dev/null || echo unwritable >>"$OUT"
                """);
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "no /proc");
        Path out = home.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "-c", "exec \"$0\" cat <&- >&- 2>&-", launcher.toString());
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("MILLRACE_CACHE", "off");
        builder.environment().put("OUT", out.toString());

        assertThat(builder.start().waitFor()).isZero();

        assertThat(Files.readAllLines(out))
                .containsExactly("/dev/null", out.toRealPath().toString(), "/dev/null", "unreadable", "unwritable");
    }
}
