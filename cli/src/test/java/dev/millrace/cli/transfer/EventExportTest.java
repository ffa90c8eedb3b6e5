package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal of captured events, exported while its owner lives and afterwards. */
@Timeout(120)
class EventExportTest {
    private static final long START_MICROS = 1_795_281_485_000_001L;

    @TempDir
    Path home;

    private JournalQueue queue;
    private Dictionary dictionary;
    private EventCapture capture;

    @BeforeEach
    void open() throws IOException {
        queue = JournalQueue.open(home, QueueOptions.defaults().withBudgetBytes(32L << 20));
        dictionary = Dictionary.open(home.resolve("0").resolve("dictionary"));
        capture = new EventCapture(dictionary, new EventClock(), queue.maxRecordBytes());
    }

    @AfterEach
    void close() {
        queue.close();
        dictionary.close();
    }

    private void log(
            int second, int level, String template, Object argument, Throwable thrown, Map<String, String> mdc) {
        EventDetails details = new EventDetails(
                List.of("AUDIT"),
                List.of("n", "ok", "x", "t"),
                List.of(17, true, Double.NaN, "a\"\u001b"),
                null,
                START_MICROS + second * 1_000_000L,
                "main");
        EventEncoder event = capture.encode(
                0,
                "a.Logger",
                level,
                0,
                template,
                1,
                argument,
                null,
                null,
                thrown,
                mdc == null ? null : MdcSnapshot.encode(mdc),
                second == 0 ? details : plain(second));
        queue.append(event.bytes(), 0, event.length());
        capture.release(event);
    }

    private static EventDetails plain(int second) {
        return new EventDetails(null, null, null, null, START_MICROS + second * 1_000_000L, "main");
    }

    @Test
    void shouldPrintEverythingThatAnEventHas() throws IOException {
        log(0, Levels.ERROR, "paid {}\n", "\u20ac", new IllegalStateException("no"), Map.of("request", "r-1"));

        String line = Run.of("export", home.toString()).out();

        assertThat(line).contains("\\u001b");
        JsonNode event = new ObjectMapper().readTree(line);
        assertThat(event.properties().stream().map(Map.Entry::getKey))
                .containsExactly(
                        "time", "level", "logger", "thread", "message", "markers", "mdc", "fields", "exception");
        assertThat(event.get("time").asText()).isEqualTo("2026-11-21T17:18:05.000001Z");
        assertThat(event.get("level").asText()).isEqualTo("ERROR");
        assertThat(event.get("message").asText()).isEqualTo("paid \u20ac\n");
        assertThat(event.get("markers")).hasToString("[\"AUDIT\"]");
        assertThat(event.get("mdc")).hasToString("{\"request\":\"r-1\"}");
        assertThat(event.get("fields")).hasToString("{\"n\":17,\"ok\":true,\"x\":\"NaN\",\"t\":\"a\\\"\\u001B\"}");
        assertThat(event.get("exception").asText())
                .startsWith("java.lang.IllegalStateException: no\n\tat ")
                .contains("EventExportTest");
    }

    @Test
    void shouldLeaveOutWhatAnEventDoesNotHave() {
        log(1, Levels.INFO, "plain {}", "", null, null);

        assertThat(Run.of("export", home.toString()).out())
                .isEqualTo("{\"time\":\"2026-11-21T17:18:06.000001Z\",\"level\":\"INFO\",\"logger\":\"a.Logger\","
                        + "\"thread\":\"main\",\"message\":\"plain \"}\n");
        assertThat(Run.of("export", "--format", "csv", home.toString()).out())
                .isEqualTo("time,level,logger,thread,message,markers,mdc,fields,exception\r\n"
                        + "2026-11-21T17:18:06.000001Z,INFO,a.Logger,main,plain ,,,,\r\n");
    }

    @Test
    void shouldPrintTheLastAndThoseOfARangeOfTime() {
        for (int second = 1; second <= 1_000; second++) {
            log(second, Levels.INFO, "{}", second, null, null);
        }

        for (boolean alive : new boolean[] {true, false}) {
            assertThat(messages("-n", "3")).containsExactly("998", "999", "1000");
            assertThat(messages("--since", "2026-11-21T17:18:07Z", "--until", "2026-11-21T17:18:09Z"))
                    .containsExactly("2", "3");
            assertThat(messages("--until", "2026-11-21T17:18:09Z", "-n", "1")).containsExactly("3");
            assertThat(messages("--since", "2027-01-01")).isEmpty();
            assertThat(messages()).hasSize(1_000);
            if (alive) {
                close();
            }
        }
    }

    @Test
    void shouldEndWhereALivingJournalEndedAtTheStart() throws IOException {
        log(1, Levels.INFO, "{}", "before", null, null);
        try (Records records = Records.open(home.resolve("0"))) {
            log(2, Levels.INFO, "{}", "meanwhile", null, null);

            assertThat(records.next()).isTrue();
            assertThat(records.next()).isFalse();
            records.toEnd();
            assertThat(records.previous()).isTrue();
            assertThat(records.previous()).isFalse();
        }
    }

    private List<String> messages(String... options) {
        String[] arguments = new String[options.length + 4];
        System.arraycopy(options, 0, arguments, 3, options.length);
        arguments[0] = "export";
        arguments[1] = "--format";
        arguments[2] = "text";
        arguments[arguments.length - 1] = home.toString();
        return Run.of(arguments).out().lines().map(line -> line.split("\t")[4]).toList();
    }

    @Test
    void shouldPrintWhatIsWholeOfADamagedJournal() throws IOException {
        for (int second = 1; second <= 20_000; second++) {
            log(second, Levels.INFO, "{}", "x".repeat(100), null, null);
        }
        close();
        Path segment = home.resolve("0").resolve("0.seg");
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[1000]), 100_000);
        }

        Run run = Run.of("export", home.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.err())
                .contains("bytes are damaged or missing and were passed over")
                .hasLineCount(1);
        assertThat(run.out().lines().count()).isBetween(15_000L, 19_999L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs/schema", "logs/schema/tables.sql", "logs/.millrace/app-1/0/schema"})
    void shouldTakeNothingForASchemaThatIsNotBesideAJournalOfAQueue(String file) throws IOException {
        Path logs = home.resolve("logs");
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1, Levels.INFO, "a.Logger", "main", "event");
            Files.createDirectories(home.resolve(file).getParent());
            Files.writeString(home.resolve(file), "create table visit");

            for (Path place : List.of(logs, journal.directory())) {
                Run run = Run.of("export", "--format", "text", place.toString());

                assertThat(run.err()).isEmpty();
                assertThat(run.out()).contains("a.Logger\tmain\tevent").hasLineCount(1);
            }
        }
    }

    @Test
    void shouldNameWhatIsNoJournal() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "x");

        assertThat(Run.of("export", file.toString()).err()).contains("no directory: " + file);
        assertThat(Run.of("export", home.resolve("cursors").toString()).exitCode())
                .isEqualTo(ExitCode.REFUSED);
    }
}
