package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.CriteriaFilter;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedEventsTest {
    @TempDir
    private Path logs;

    private final List<String> taken = new ArrayList<>();

    private static String message(LogEvent event) {
        Utf8Buffer text = new Utf8Buffer(64);
        event.message(text);
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }

    private static List<String> reversed(List<String> list) {
        List<String> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private static MergedEvents merged(List<EventSource> sources) {
        List<EventFilter> filters = new ArrayList<>();
        for (EventSource source : sources) {
            filters.add(new CriteriaFilter(Criteria.EVERYTHING, source.dictionary()));
        }
        return new MergedEvents(sources, filters, false);
    }

    /** A writer that is faster than the reader would keep it for ever. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndWhereLiveJournalsEndedWhenTheyWereOpened(int journals) throws IOException {
        int logged = 60_000;
        try (TestJournal one = TestJournal.inSmallSegments(logs);
                TestJournal two = TestJournal.in(logs, "two")) {
            for (int i = 0; i < logged; i++) {
                one.log(i, Levels.INFO, "x", "main", "event {}", i);
            }
            two.log(logged, Levels.INFO, "x", "main", "last");
            List<EventSource> sources = new ArrayList<>();
            for (TestJournal journal : List.of(one, two).subList(0, journals)) {
                sources.add(EventSource.open(journal.directory()));
            }

            merged(sources).drainTo((source, event) -> {
                taken.add(message(event));
                one.log(2 * logged + taken.size(), Levels.INFO, "x", "main", "late {}", taken.size());
                return taken.size() < 2 * logged;
            });

            assertThat(taken).hasSize(logged + journals - 1).doesNotContain("late 1");
        }
    }

    /** The end of a dead journal is found by a look at all that was prepared behind it. */
    @Test
    void shouldAskAJournalThatHasEndedOnceAndNotForEachEventOfTheOthers() throws IOException {
        try (TestJournal one = TestJournal.in(logs, "one");
                TestJournal two = TestJournal.in(logs, "two")) {
            one.log(1, Levels.INFO, "x", "main", "first");
            for (int i = 0; i < 3; i++) {
                two.log(10 + i, Levels.INFO, "x", "main", "event {}", i);
            }
            List<EventSource> sources = List.of(EventSource.open(one.directory()), EventSource.open(two.directory()));
            sources.forEach(EventSource::follow);
            MergedEvents events = merged(sources);

            events.drainTo((source, event) -> {
                taken.add(message(event));
                if (taken.size() == 3) {
                    one.log(2, Levels.INFO, "x", "main", "late");
                }
                return true;
            });
            assertThat(taken).containsExactly("first", "event 0", "event 1", "event 2");

            events.drainTo((source, event) -> taken.add(message(event)));
            assertThat(taken).endsWith("late").hasSize(5);
        }
    }

    @Test
    void shouldGiveEventsOfOneTimeTheSameOrderInBothDirections() throws IOException {
        try (TestJournal one = TestJournal.in(logs, "one");
                TestJournal two = TestJournal.in(logs, "two")) {
            for (int i = 0; i < 6; i++) {
                (i % 3 == 0 ? one : two).log(1 + i / 4, Levels.INFO, "x", "main", "event " + i);
            }
        }

        List<String> forward = Run.of("cat", "--pattern", "%msg", logs.toString())
                .out()
                .lines()
                .toList();
        List<String> backward = Run.of("cat", "-r", "--pattern", "%msg", logs.toString())
                .out()
                .lines()
                .toList();

        assertThat(forward).hasSize(6);
        assertThat(backward).containsExactlyElementsOf(reversed(forward));
        assertThat(Run.of("cat", "-n", "3", "--pattern", "%msg", logs.toString())
                        .out())
                .hasLineCount(3)
                .isEqualTo(String.join("\n", forward.subList(3, 6)) + "\n");
    }
}
