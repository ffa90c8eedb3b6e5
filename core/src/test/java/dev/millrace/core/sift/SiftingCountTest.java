package dev.millrace.core.sift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.MdcSnapshot;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.pattern.PatternLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sifting sink's lane counts. */
@Timeout(60)
class SiftingCountTest {
    private static final JournalListener SILENT = new JournalListener() {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {
            // Nobody reads it.
        }

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int offset, int length) {
            SinkLedger.bookOverrun(cursor, LogEvent.levelOf(bytes, offset, length));
        }
    };

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final Journal journal =
            Journal.inMemory(new JournalOptions(JournalOptions.MIN_BUDGET_BYTES, 0, false, false, SILENT));
    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 64 << 10);
    private final CallCounters calls = new CallCounters(journal);
    private final Cursor cursor = journal.cursor("S");
    private final SinkLedger ledger = new SinkLedger(cursor, calls);

    private boolean full;
    private final AppendFile.Opener opener = new AppendFile.Opener() {
        @Override
        public AppendFile open(Path path, boolean truncate) throws IOException {
            if (full) {
                throw new IOException("full");
            }
            return super.open(path, truncate);
        }
    };

    private Lane lane() {
        Function<String, SinkPlan> template = value -> new SinkPlan.FileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                dir.resolve(value + ".log"),
                true);
        SiftPlan sift = new SiftPlan("user", "none", 60_000, 10, template, template.apply("none"));
        Plan plan = new Plan(
                "test",
                "test",
                new LoggerPlan(LoggerTree.ROOT, Levels.TRACE, true, List.of("S")),
                List.of(),
                List.of(new SinkPlan.SiftingSink("S", List.of(), sift)),
                Map.of(),
                Plan.OverflowWish.NONE,
                true,
                false);
        Sifter sifter = new Sifter(
                "S",
                sift,
                sink -> PatternLayout.compile("%m%n", new LayoutContext(0, "\n", (word, problem) -> {})),
                status);
        // One file is open at a time, so that each batch opens those that it is for.
        SiftFiles files =
                new SiftFiles("S", new Archivist(25, status), false, true, RollFiles.REAL, opener, 1, () -> 0, status);
        return new Lane(new LaneParts(
                journal,
                cursor,
                dictionary,
                new SinkRoute(new LoggerTree(plan, status), 0),
                new FilterChain(List.of()),
                sifter,
                StandardCharsets.UTF_8,
                new SiftingLaneSink("S", sifter, files, dir.resolve("outbox"), status),
                ledger,
                status,
                0,
                Integer.MAX_VALUE));
    }

    private void log(int level, String value) {
        byte[] mdc = MdcSnapshot.encode(Map.of("user", value));
        EventEncoder event = capture.encode(0, "logger", level, 0, "text", 0, null, null, null, null, mdc, null);
        journal.append(event.bytes(), 0, event.length(), 0);
        calls.countAccepted(-1);
        capture.release(event);
    }

    private static void drain(Lane lane) {
        while (!lane.isDrained()) {
            lane.step();
        }
    }

    @Test
    void i3ShouldCountWhatHasNoWayToItsFileAnyMoreAsFailed() throws IOException {
        Lane lane = lane();
        log(Levels.INFO, "a");
        log(Levels.INFO, "b");
        drain(lane);
        Files.delete(dir.resolve("a.log"));
        Files.createDirectory(dir.resolve("a.log"));

        log(Levels.INFO, "a");
        log(Levels.WARN, "b");
        log(Levels.WARN, "a");
        log(Levels.WARN, "a");
        drain(lane);

        SinkCounters counters = ledger.read();
        assertThat(counters.delivered()).isEqualTo(3);
        assertThat(counters.droppedBy()).isEqualTo(Map.of(DropReason.FAILED, Map.of("INFO", 1L, "WARN", 2L)));
        assertThat(counters.pending()).isZero();
        assertThat(Outbox.open(dir.resolve("outbox")).batch().totals().toArray())
                .as("what the next start would go on with")
                .containsExactly(3, 0, 0, 0, 0, 1, 2, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 99})
    void i3ShouldForgetWhatWasOverrunBeforeItsFilesTookIt(int first) throws IOException {
        Cursor other = journal.cursor("OTHER");
        ReadBatch batch = new ReadBatch(1 << 20);
        Lane lane = lane();
        full = true;
        long logged = 0;
        for (int i = 0; ledger.read().dropped() == 0; i++) {
            log(Levels.INFO, "abc".substring(i % 3, i % 3 + 1));
            logged++;
            if (i % 100 == first) {
                lane.step();
                while (other.fill(batch)) {
                    other.release(other.readPosition());
                }
            }
        }
        full = false;
        drain(lane);

        SinkCounters counters = ledger.read();
        assertThat(counters.pending()).isZero();
        assertThat(counters.accepted()).isEqualTo(logged);
        long written = 0;
        for (String value : List.of("a", "b", "c")) {
            List<String> lines = Files.readAllLines(dir.resolve(value + ".log"));
            lines.removeIf(line -> line.startsWith("… "));
            assertThat(lines).containsOnly("text");
            written += lines.size();
        }
        assertThat(written).isEqualTo(counters.delivered());
    }
}
