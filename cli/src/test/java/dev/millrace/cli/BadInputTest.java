package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person mistypes, and outputs that do not take what is printed. */
@Timeout(60)
class BadInputTest {
    private static final long SIGINT_BIT = 1 << (2 - 1);

    @TempDir
    private Path logs;

    static Stream<String> printing() {
        return Stream.of(
                "cat",
                "tail",
                "grep event",
                "grep -c event",
                "render -o json",
                "stat",
                "verify",
                "recover --dry-run",
                "vacuum --dry-run",
                "export");
    }

    private Path dead() {
        TestJournal journal = TestJournal.in(logs);
        for (int i = 0; i < 5_000; i++) {
            journal.log(1_000_000L * i, Levels.INFO, "com.acme.Shop", "main", "event {}", i);
        }
        journal.close();
        return journal.directory();
    }

    private static String[] words(String command, Path place) {
        return (command + " " + place).split(" ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            cat --since 2026-02-30              | --since: | 2026-02-30
            cat --until 25:00                   | --until: | 25:00
            export --since yesteryear           | --since: | yesteryear
            export --until 2026-13-01           | --until: | 2026-13-01
            export --since -300000000y          | --since: | no time: -300000000y
            cat --since -300000000y             | --since: | no time: -300000000y
            frobnicate                          | no command | frobnicate
            tail -n -1                          | -n: | -1
            tail -n many                        | many | --help
            grep [                              | [ | expression
            grep a\\                            | backslash | expression
            grep (a\\\\                         | group | expression
            grep @[                             | @[ | expression
            grep -m 0 event                     | -m: | 0
            cat --since 18:00 --until 17:59     | --until is before --since | 17:59 and 18:00
            export --since now --until yesterday | --until is before --since | yesterday and now
            cat -p loud                         | -p: | loud
            cat --mdc =x                        | --mdc: | KEY
            cat -o yaml                         | yaml | --help
            cat --pattern %d -o json            | --pattern | json
            cat --json -o ecs                   | --json | ecs
            grep -c --json event                | -c | --json
            manual --directory x                | --directory | leave
            stat --top -1                       | --top: | -1
            stat --by colour                    | colour | --help
            vacuum --older-than soon            | --older-than: | soon
            tail --cursor ../x                  | --cursor: | ../x
            export --format yaml                | yaml | --help
            import --format %h                  | no format | %h
            import --format combined --max-line 1 | --max-line | 1
            import --format json                | --field | fields
            import --format lines --show-bad -1 | --show-bad: | -1
            """)
    void shouldTellWhatIsNotUnderstoodInOneLine(String command, String option, String value) {
        Path directory = dead();

        Run run = Run.of(words(command, directory));

        assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(option, value);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
    }

    /** Java takes it for the directory at hand, and a script has a variable that is not set. */
    @ParameterizedTest
    @ValueSource(strings = {"cat", "stat", "verify", "recover", "vacuum --force", "export", "import --format combined"})
    void shouldRefuseAnEmptyPlace(String command) {
        Run run = Run.of(
                Stream.concat(Stream.of(command.split(" ")), Stream.of("")).toArray(String[]::new));

        assertThat(run.err())
                .hasLineCount(1)
                .startsWith("millrace: ")
                .contains("is empty (write . for this directory)");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldRemoveNothingWhereOneOfSeveralPlacesIsEmpty() {
        Path directory = dead();

        assertThat(Run.of("vacuum", "--force", directory.toString(), "").exitCode())
                .isEqualTo(ExitCode.USAGE);

        assertThat(directory.resolve("control")).exists();
    }

    @ParameterizedTest
    @CsvSource({"%d %nonsense", "%d{yyyy-QQQQQQQ}", "%-", "%d %msg{", "%replace(%msg"})
    void shouldTellAPatternThatIsNoneInOneLine(String pattern) {
        Path directory = dead();

        for (String command : List.of("cat", "tail", "render")) {
            Run run = Run.of(command, "--pattern", pattern, directory.toString());

            assertThat(run.err()).as(command).hasLineCount(1).startsWith("millrace: ");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void shouldNameAnUnknownWordOfAPatternAndItsColumn() {
        assertThat(Run.of("cat", "--pattern", "%d %nonsense", dead().toString()).err())
                .isEqualTo("millrace: the pattern is not understood: there is no conversion word [nonsense]"
                        + " (column 4 of pattern \"%d %nonsense\")\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %d{HH:mm, Atlantis} | there is no time zone [Atlantis]
            %ex{all}            | [all] is neither full nor short nor a number of frames
            %kvp{TRIPLE}        | [TRIPLE] is none of NONE, SINGLE and DOUBLE
            """)
    void shouldNotTellWhatAServicePrintsInstead(String pattern, String problem) {
        assertThat(Run.of("cat", "--pattern", pattern, dead().toString()).err())
                .contains(problem + " (column 1 of pattern");
    }

    @Test
    void shouldTakeAFileOfTheLogsForItsDirectory() throws IOException {
        dead();
        Path file = Files.writeString(logs.resolve("app.log"), "x");

        assertThat(Run.of("cat", "-n", "1", "--pattern", "%msg", file.toString()))
                .isEqualTo(new Run("event 4999\n", "", ExitCode.DONE));
        assertThat(Run.of("export", file.toString()).err())
                .isEqualTo("millrace: no directory: " + file + " (name that of a queue or of a journal)\n");
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    private static void assertEndsWith(String command, Path place, String reason, int exitCode, String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int code = Main.run(
                words(command, place),
                new Console(InputStream.nullInputStream(), failing(reason), err, false, false, Map.of()));

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(line);
        assertThat(code).isEqualTo(exitCode);
    }

    @ParameterizedTest
    @MethodSource("printing")
    void shouldEndQuietlyWhenTheReaderClosesThePipe(String command) {
        assertEndsWith(command, dead(), "Broken pipe", ExitCode.DONE, "");
    }

    @ParameterizedTest
    @MethodSource("printing")
    void shouldSayThatTheOutputsDiskIsFull(String command) {
        assertEndsWith(
                command,
                dead(),
                "No space left on device",
                ExitCode.OUTPUT_FAILED,
                "millrace: the output cannot be written: No space left on device\n");
    }

    @ParameterizedTest
    @CsvSource({"--help", "cat --help", "--version", "completion", "manual", "manual cat"})
    void shouldSayThatAHelpCannotBeWritten(String command) {
        for (String reason : List.of("Broken pipe", "No space left on device")) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();

            int code = Main.run(
                    command.split(" "),
                    new Console(InputStream.nullInputStream(), failing(reason), err, false, false, Map.of()));

            boolean closed = reason.equals("Broken pipe");
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .isEqualTo(closed ? "" : "millrace: the output cannot be written: " + reason + "\n");
            assertThat(code).isEqualTo(closed ? ExitCode.DONE : ExitCode.OUTPUT_FAILED);
        }
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.of(
                        new OutOfMemoryError("Java heap space"),
                        ExitCode.REFUSED,
                        "not enough memory: Java heap space (JAVA_TOOL_OPTIONS=-Xmx2g gives 2 GB)"),
                Arguments.of(
                        new InternalError("a fault occurred"),
                        ExitCode.REFUSED,
                        "a file was cut while it was read, or its disk fails: a fault occurred (run it again)"),
                Arguments.of(
                        new NoClassDefFoundError("a/B"),
                        ExitCode.INTERNAL,
                        "a mistake of this program: java.lang.NoClassDefFoundError: a/B"
                                + " (MILLRACE_DEBUG=1 shows where)"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void shouldTellOfAnErrorOfTheVirtualMachineInOneLine(Error error, int exitCode, String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int octet) {
                throw error;
            }
        };

        int code = Main.run(
                words("cat", dead()), new Console(InputStream.nullInputStream(), failing, err, false, false, Map.of()));

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("millrace: " + line + "\n");
        assertThat(code).isEqualTo(exitCode);
    }

    private static Process shell(String program) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java")
                + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 dev.millrace.cli.Main ";
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", program.replace("millrace ", java));
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.redirectErrorStream(true).start();
    }

    @Test
    void shouldEndQuietlyBehindARealPipe() throws Exception {
        Path directory = dead();

        Process process = shell("millrace cat --pattern %msg " + directory + " | head -n 1; echo ${PIPESTATUS[0]}");

        assertThat(process.inputReader().lines()).containsExactly("event 0", "0");
    }

    @Test
    void shouldSayThatARealDeviceIsFull() throws Exception {
        Path directory = dead();

        Process process = shell("millrace cat " + directory + " > /dev/full; echo $?");

        assertThat(process.inputReader().lines())
                .containsExactly("millrace: the output cannot be written: No space left on device", "5");
    }

    @Test
    void shouldEndQuietlyWhenItIsInterrupted() throws Exception {
        // As do programs that a shell has started with & or nohup, and all that these start: a JVM heeds it.
        assumeFalse(ignoresInterrupts(), "this process ignores SIGINT");
        Path directory = dead();

        Process process = shell("exec millrace tail -f -n 1 --pattern %msg " + directory);
        try {
            assertThat(process.inputReader().readLine()).isEqualTo("event 4999");
            new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();

            assertThat(process.waitFor()).isEqualTo(130);
            assertThat(process.inputReader().lines()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT_BIT) != 0;
            }
        }
        return false;
    }
}
