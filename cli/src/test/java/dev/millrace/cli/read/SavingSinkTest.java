package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.CriteriaFilter;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cursor knows of what was printed before a kill, whatever there was still to print. */
class SavingSinkTest {
    private static final int EVENTS = 5_000;
    private static final int KILLED_AFTER = 700;

    @TempDir
    private Path directory;

    private final List<String> printed = new ArrayList<>();
    private long nowNs;

    private static String message(LogEvent event) {
        Utf8Buffer text = new Utf8Buffer(64);
        event.message(text);
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }

    /** One run, which is killed behind so many events. A second passes with every 100th of them. */
    private void run(int events) throws IOException {
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                false,
                false,
                Map.of("XDG_STATE_HOME", directory.resolve("state").toString()));
        List<EventSource> sources = new ArrayList<>();
        List<EventFilter> filters = new ArrayList<>();
        for (Path journal : JournalFinder.find(List.of(directory.resolve("logs")))) {
            EventSource source = EventSource.open(journal);
            sources.add(source);
            filters.add(new CriteriaFilter(Criteria.EVERYTHING, source.dictionary()));
        }
        SavedCursor cursor = SavedCursor.open("shipper", console);
        cursor.resume(sources);
        int before = printed.size();
        EventSink printing = (source, event) -> {
            if (printed.size() - before == events) {
                throw new IOException("killed");
            }
            printed.add(message(event));
            nowNs += printed.size() % 100 == 0 ? TimeUnit.SECONDS.toNanos(1) : 0;
            return true;
        };
        new MergedEvents(sources, filters, false)
                .oneByOne()
                .drainTo(new SavingSink(printing, console, sources, cursor, () -> nowNs));
    }

    private void assertGoesOnAfterAKill() throws IOException {
        assertThatThrownBy(() -> run(KILLED_AFTER + 50)).hasMessage("killed");
        assertThat(printed).hasSize(KILLED_AFTER + 50);

        List<String> kept = new ArrayList<>(printed.subList(0, KILLED_AFTER));
        printed.clear();
        run(Integer.MAX_VALUE);
        kept.addAll(printed);

        List<String> all = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            all.add("event " + i);
        }
        assertThat(kept).isEqualTo(all);
    }

    @Test
    void shouldGoOnBehindWhatWasPrintedUpToASecondBeforeAKill() throws IOException {
        try (TestJournal journal = TestJournal.inSmallSegments(directory.resolve("logs"))) {
            for (int i = 0; i < EVENTS; i++) {
                journal.log(1_000_000L * (i + 1), Levels.INFO, "x", "main", "event {}", i);
            }
            assertGoesOnAfterAKill();
        }
    }

    @Test
    void shouldGoOnInEachOfSeveralJournals() throws IOException {
        try (TestJournal one = TestJournal.in(directory.resolve("logs"), "one");
                TestJournal two = TestJournal.in(directory.resolve("logs"), "two")) {
            for (int i = 0; i < EVENTS; i++) {
                (i % 3 == 0 ? one : two).log(1_000_000L * (i + 1), Levels.INFO, "x", "main", "event {}", i);
            }
            assertGoesOnAfterAKill();
        }
    }
}
