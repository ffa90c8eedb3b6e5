package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatCommandTest {
    private static final long SECOND = 1_000_000;

    /** Noon of a day in the zone of this machine. */
    private static final long NOON = ChronoUnit.MICROS.between(
            Instant.EPOCH,
            Instant.parse("2026-11-21T00:00:00Z")
                    .atZone(ZoneId.systemDefault())
                    .toLocalDate()
                    .atTime(12, 0)
                    .atZone(ZoneId.systemDefault())
                    .toInstant());

    @TempDir
    private Path logs;

    private TestJournal fourEvents(String name) {
        return TestJournal.in(logs, name)
                .log(NOON, Levels.DEBUG, "com.acme.Shop", "main", "opened")
                .log(NOON + SECOND, Levels.INFO, "com.acme.Shop", "worker-1", "paid {} to {}", 12, "bob")
                .log(NOON + 2 * SECOND, Levels.WARN, "com.acme.shop.Till", "worker-2", "slow")
                .log(NOON + 3 * SECOND, Levels.ERROR, "org.other.Thing", "main", "gone");
    }

    private static String messages(Run run) {
        return run.out().lines().reduce("", (all, line) -> all + (all.isEmpty() ? "" : " ") + line);
    }

    @Test
    void shouldPrintTheEventsOfALiveJournalByDefaultPattern() {
        try (TestJournal journal = fourEvents("app")) {
            Run run = Run.of("cat", journal.directory().toString());

            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).hasLineCount(4).contains("[worker-1] INFO  com.acme.Shop - paid 12 to bob\n");
        }
    }

    @Test
    void shouldPrintTheSameOfADeadJournal() {
        fourEvents("app").close();

        assertThat(messages(Run.of("cat", "--pattern", "%msg", logs.toString())))
                .isEqualTo("opened paid 12 to bob slow gone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            -p warn                        | slow gone
            -p debug..info                 | opened paid 12 to bob
            --logger com.acme.Shop         | opened paid 12 to bob
            --logger com.acme              | opened paid 12 to bob slow
            --logger *Thing                | gone
            --logger *Thing --logger com.acme.shop | slow gone
            --thread worker-*              | paid 12 to bob slow
            --template PAID                | paid 12 to bob
            --template paid*{}             | paid 12 to bob
            --since 12:00:02               | slow gone
            --until 12:00:01               | opened
            --since 12:00:01 --until 12:00:02 | paid 12 to bob
            -n 2                           | slow gone
            -n 1 -p ..                     |
            -r                             | gone slow paid 12 to bob opened
            -r -n 2                        | gone slow
            -n 0                           |
            """)
    void shouldChooseEvents(String options, String expected) {
        String dated = options.replace(
                "12:00:0",
                "2026-11-"
                        + Instant.ofEpochSecond(NOON / SECOND)
                                .atZone(ZoneId.systemDefault())
                                .getDayOfMonth() + "T12:00:0");
        try (TestJournal journal = fourEvents("app")) {
            Run run = Run.of(("cat --pattern %msg " + dated + " " + journal.directory()).split(" +"));

            if (options.contains("-p ..")) {
                assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
                assertThat(run.err()).hasLineCount(1).contains("no level: ..");
            } else {
                assertThat(run.err()).isEmpty();
                assertThat(messages(run)).isEqualTo(expected == null ? "" : expected);
            }
        }
    }

    @Test
    void shouldTakeTheLoggersOfNestedClassesForThoseBelowTheirClass() {
        TestJournal.in(logs)
                .log(NOON, Levels.INFO, "com.acme.Shop", "main", "shop")
                .log(NOON + 1, Levels.INFO, "com.acme.Shop$Till", "main", "till")
                .log(NOON + 2, Levels.INFO, "com.acme.Shop$Till.cash", "main", "cash")
                .log(NOON + 3, Levels.INFO, "com.acme.Shopping", "main", "shopping")
                .close();

        assertThat(messages(Run.of("cat", "--pattern", "%msg", "--logger", "com.acme.Shop", logs.toString())))
                .isEqualTo("shop till cash");
        assertThat(messages(Run.of("cat", "--pattern", "%msg", "--logger", "com.acme.Shop$Till", logs.toString())))
                .isEqualTo("till cash");
    }

    @Test
    void shouldMergeJournalsByTime() {
        fourEvents("app").close();
        TestJournal.in(logs, "other")
                .log(NOON + SECOND / 2, Levels.INFO, "x", "main", "second")
                .log(NOON + 9 * SECOND, Levels.INFO, "x", "main", "last")
                .close();

        assertThat(messages(Run.of("cat", "--pattern", "%msg", logs.toString())))
                .isEqualTo("opened second paid 12 to bob slow gone last");
        assertThat(messages(Run.of("cat", "-r", "-n", "3", "--pattern", "%msg", logs.toString())))
                .isEqualTo("last gone slow");
    }

    @Test
    void shouldChooseByMdcAndKeyValues() {
        try (TestJournal journal = TestJournal.in(logs)) {
            var at = TestJournal.details(NOON, "main", List.of("size", "who"), List.of(7, "bob"));
            journal.log(Levels.INFO, "x", "one", new Object[0], null, Map.of("session", "a1"), at);
            journal.log(Levels.INFO, "x", "two", new Object[0], null, Map.of("session", "b2"), null);

            assertThat(messages(Run.of("cat", "--pattern", "%msg", "--mdc", "session=b*", logs.toString())))
                    .isEqualTo("two");
            assertThat(messages(Run.of("cat", "--pattern", "%msg", "--kv", "size=7", logs.toString())))
                    .isEqualTo("one");
            assertThat(messages(Run.of("cat", "--pattern", "%msg", "--kv", "who", logs.toString())))
                    .isEqualTo("one");
            assertThat(messages(Run.of("cat", "--pattern", "%msg", "--kv", "who=al", logs.toString())))
                    .isEmpty();
            assertThat(messages(Run.of("cat", "--pattern", "%msg", "--kv", "who=", logs.toString())))
                    .isEmpty();
            assertThat(messages(Run.of(
                            "cat", "--pattern", "%msg", "--mdc", "session=a*", "--mdc", "session=*1", logs.toString())))
                    .isEqualTo("one");
            assertThat(messages(Run.of(
                            "cat", "--pattern", "%msg", "--mdc", "session=b2", "--mdc", "session=a1", logs.toString())))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "json, time, message, stackTrace",
        "ecs, @timestamp, message, error.stack_trace",
        "logstash, @timestamp, message, stack_trace"
    })
    void shouldPrintJsonThatParsesWhateverWasLogged(String format, String time, String message, String stackTrace)
            throws Exception {
        String hostile = "\"\\\b\u001b[31m\u0085\u007f\n\t\u0000\u20ac\uD83D\uDE00";
        try (TestJournal journal = TestJournal.in(logs)) {
            var at = TestJournal.details(NOON, "main", List.of("a", "n"), List.of(hostile, Double.NaN));
            journal.log(
                    Levels.ERROR,
                    "x",
                    "m {}",
                    new Object[] {hostile},
                    new IllegalStateException(hostile),
                    Map.of("k", hostile),
                    at);

            Run run = Run.of("cat", "-o", format, logs.toString());

            assertThat(run.out()).hasLineCount(1).doesNotContain("\u001b", "\u0085", "\u007f");
            assertThat(run.out()).contains("\\u001b[31m\\u0085\\u007f");
            JsonNode event = new ObjectMapper().readTree(run.out());
            assertThat(event.get(message).asText()).isEqualTo("m " + hostile);
            assertThat(event.get(time).asText()).startsWith("2026-11-2").endsWith("Z");
            assertThat(event.get(stackTrace).asText()).startsWith("java.lang.IllegalStateException: " + hostile);
        }
    }

    /** A journal is read as it is found, and whoever can write into its files can call any text a number. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,\"x\":{\"y\":1},\"z\":1",
                "1}\n{\"level\":\"ERROR\",\"at\":01",
                "-00000000000000000000000000",
                "1-------------------------1",
                "1.........................1",
                "1e+++++++++++++++++++++++01"
            })
    void shouldPrintJsonThatParsesWhateverIsCalledANumber(String forged) throws Exception {
        String number = "9".repeat(forged.length());
        try (TestJournal journal = TestJournal.in(logs)) {
            var at = TestJournal.details(NOON, "main", List.of("n"), List.of(new BigInteger(number)));
            journal.log(Levels.INFO, "x", "m", new Object[0], null, null, at);
            forge(journal.directory().resolve("0.seg"), number, forged);

            for (String format : List.of("json", "ecs", "logstash")) {
                Run run = Run.of("cat", "-o", format, logs.toString());

                assertThat(run.out()).hasLineCount(1);
                assertThat(new ObjectMapper().readTree(run.out()).findValue("n").asText())
                        .isEqualTo(forged);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-7", "0.5", "1E+400", "-1.0E-20", "12345678901234567890"})
    void shouldPrintNumbersAsTheyAre(String number) {
        try (TestJournal journal = TestJournal.in(logs)) {
            var at = TestJournal.details(NOON, "main", List.of("n"), List.of(new BigDecimal(number)));
            journal.log(Levels.INFO, "x", "m", new Object[0], null, null, at);

            assertThat(Run.of("cat", "-o", "json", logs.toString()).out()).contains("\"kv\":{\"n\":" + number + "}");
        }
    }

    /** Writes a text over another one in a file. */
    private static void forge(Path file, String text, String forged) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int offset = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(forged.getBytes(StandardCharsets.US_ASCII)), offset);
        }
    }

    @Test
    void shouldNeutraliseTerminalEscapesUnlessRaw() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(NOON, Levels.INFO, "x", "main", "bell \u0007 clear \u001b[2J csi \u009b2J");

            assertThat(Run.of("cat", "--pattern", "%msg", logs.toString()).out())
                    .isEqualTo("bell \\x07 clear \\x1b[2J csi \\x9b2J\n");
            assertThat(Run.of("cat", "--raw", "--pattern", "%msg", logs.toString())
                            .out())
                    .isEqualTo("bell \u0007 clear \u001b[2J csi \u009b2J\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "red [31m and [1;92m, red \u001b[31m and \u001b[1;92m\u001b[0m",
        "concealed [8m, concealed \\x1b[8m",
        "blinking [0;5m, blinking \\x1b[0;5m",
        "black on black [30;40m, black on black \\x1b[30;40m",
        "long [000000000000000000000000000031m, long \\x1b[000000000000000000000000000031m"
    })
    void shouldLetOnlyColoursOfTheTextPassWhereThereAreColours(String message, String printed) {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(NOON, Levels.INFO, "x", "main", message.replace("[", "\u001b["));

            assertThat(Run.of("cat", "--color=always", "--pattern", "%msg", logs.toString())
                            .out())
                    .isEqualTo(printed + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %msg                | one;two;
            %msg%n              | one;two;
            %msg%nopex          | one;two;
            %nopexception%msg   | one;two;
            %msg \\%n           | one %n;two %n;
            %(%msg)             | one;two;
            %(%msg)%n           | one%n;two%n;
            %(%msg%n)           | one;two;
            %n%msg              | ;one;two
            %msg\\               | one;two;
            """)
    void shouldEndALineWithEachEventWhoseLineThePatternDoesNotEnd(String pattern, String expected) {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(NOON, Levels.INFO, "x", "main", "one").log(NOON, Levels.INFO, "x", "main", "two");

            assertThat(Run.of("cat", "--pattern", pattern, logs.toString()).out())
                    .isEqualTo(expected.replace(';', '\n'));
        }
    }

    /** Else whoever can have a text logged keeps all that is behind it from readers. */
    @Test
    void shouldGoOnBehindATextThatARegularExpressionDoesNotEndWith() {
        String endless = "ab".repeat(100_000);
        try (TestJournal journal = TestJournal.in(logs)) {
            for (String message : List.of("one", endless, "two", endless, "xab")) {
                journal.log(NOON, Levels.INFO, "x", "main", message);
            }

            Run run = Run.of("cat", "--pattern", "%replace(%msg){\"(a|b)+$\",\"-\"}%n", logs.toString());

            assertThat(run.out()).isEqualTo("one\n" + endless + "\ntwo\n" + endless + "\nx-\n");
            assertThat(run.err())
                    .containsOnlyOnce("the regular expression was given up")
                    .contains("printed as it is");
            assertThat(run.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            --since soon       | no time: soon
            --since 25:00      | no time: 25:00
            --until @x         | no time: @x
            -p loud            | no level: loud
            --pattern %nonsense| the pattern is not understood
            --mdc =x           | a key is missing
            -n -1              | a count is not negative
            -o xml             | 'xml'
            -o json --pattern %msg | belongs to text
            """)
    void shouldSayInOneLineWhatIsNotUnderstood(String options, String expected) {
        try (TestJournal journal = fourEvents("app")) {
            Run run = Run.of(("cat " + options + " " + journal.directory()).split(" +"));

            assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(expected);
            assertThat(run.out()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            cat -5              | no option: -5 (for the last events: -n 5)
            tail -20            | no option: -20 (for the last events: -n 20)
            cat --since 10min ago | --since: no time: 10min
            """)
    void shouldSayWhatIsNotUnderstoodBeforeAnythingOfThePlaces(String command, String expected) {
        fourEvents("app").close();

        Run run = Run.of((command + " " + logs).split(" +"));

        assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(expected);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    /** The clock that events are stamped by follows the system's, by which blocks are sealed. */
    @Test
    void shouldFindEventsWhoseClockWasAhead() {
        long nowMs = System.currentTimeMillis();
        Path directory;
        try (TestJournal journal = TestJournal.retaining(logs, 1 << 20)) {
            journal.log((nowMs + 1500) * 1000, Levels.INFO, "x", "main", "ahead");
            directory = journal.directory();
        }
        String since = Instant.ofEpochMilli(nowMs + 1000).toString();

        assertThat(messages(Run.of("cat", "--pattern", "%msg", "--since", since, logs.toString())))
                .isEqualTo("ahead");
        assertThat(Run.of("export", "--since", since, directory.toString()).out())
                .contains("\"message\":\"ahead\"");
    }
}
