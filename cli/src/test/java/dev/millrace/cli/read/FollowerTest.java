package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.JournalStates;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.CriteriaFilter;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.JournalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a follower does when a journal is replaced by that of the next start. */
@Timeout(60)
class FollowerTest {
    @TempDir
    private Path logs;

    private final List<String> taken = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** What happens while the output is flushed, once for each round: as if it stood still so long. */
    private final Deque<Step> steps = new ArrayDeque<>();

    private TestJournal journal;

    /** Ends the following: an interrupt in the midst of reading would close the files. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private interface Step {
        void run() throws IOException;
    }

    private final class Stalling extends OutputStream {
        @Override
        public void write(int octet) {}

        @Override
        public void flush() throws IOException {
            if (!steps.isEmpty()) {
                steps.remove().run();
            }
        }
    }

    @BeforeEach
    void beginTheFirst() {
        journal = TestJournal.in(logs);
    }

    @AfterEach
    void endTheLast() {
        journal.close();
    }

    private void log(String message) {
        journal.log(1, Levels.INFO, "com.acme", "main", message);
    }

    /** The service ends in order and leaves nothing. */
    private void end() {
        journal.journal().close(true);
        journal.close();
    }

    private static String text(LogEvent event) {
        Utf8Buffer text = new Utf8Buffer(64);
        event.loggerName(text);
        text.put(' ');
        event.message(text);
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }

    private static MergedEvents merged(List<EventSource> sources) {
        List<EventFilter> filters = new ArrayList<>();
        for (EventSource source : sources) {
            filters.add(new CriteriaFilter(Criteria.EVERYTHING, source.dictionary()));
        }
        return new MergedEvents(sources, filters, false);
    }

    /** Follows until an event of that text came; the follower looks round in each round. */
    private void followUntil(String last) throws IOException {
        Console console = new Console(InputStream.nullInputStream(), new Stalling(), err, false, false, Map.of());
        List<EventSource> sources = new ArrayList<>();
        for (Path followed : JournalFinder.find(List.of(logs))) {
            sources.add(EventSource.open(followed));
        }
        sources.forEach(EventSource::follow);
        long[] seconds = {0};
        Follower follower = new Follower(
                console,
                sources,
                () -> JournalFinder.findByNow(List.of(logs)),
                null,
                () -> seconds[0]++ * 1_000_000_000L);
        EventSink sink = (source, event) -> {
            taken.add(text(event));
            if (taken.get(taken.size() - 1).endsWith(last)) {
                steps.addFirst(() -> {
                    throw new Enough();
                });
            }
            return true;
        };
        boolean more = true;
        while (more) {
            try {
                more = follower.follow(merged(sources), sink);
            } catch (Enough e) {
                more = false;
            }
        }
    }

    @Test
    void shouldPrintWhatWasLoggedUntilTheEndThoughTheNextJournalIsThereAlready() throws IOException {
        log("first");
        steps.add(() -> {
            log("late");
            end();
            journal = TestJournal.in(logs);
            log("next");
        });

        followUntil("next");

        assertThat(taken).containsExactly("com.acme first", "com.acme late", "com.acme next");
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("a new journal was begun");
    }

    @Test
    void shouldWaitForTheDictionaryOfAJournalThatIsBeingBegun() throws IOException {
        log("first");
        steps.add(() -> {
            end();
            journal = TestJournal.in(logs);
            hideDictionary(logs.resolve("elsewhere"));
        });
        steps.add(() -> {});
        steps.add(() -> {
            Files.move(logs.resolve("elsewhere"), journal.directory().resolve("dictionary"));
            log("next");
        });

        followUntil("next");

        assertThat(taken).containsExactly("com.acme first", "com.acme next");
    }

    @Test
    void shouldWaitForTheDictionaryOfAJournalThatIsBegunBeside() throws IOException {
        log("first");
        TestJournal one = journal;
        steps.add(() -> {
            journal = TestJournal.in(logs, "other");
            hideDictionary(logs.resolve("elsewhere"));
        });
        steps.add(() -> {});
        steps.add(() -> {
            Files.move(logs.resolve("elsewhere"), journal.directory().resolve("dictionary"));
            log("next");
        });

        try (one) {
            followUntil("next");
        }

        assertThat(taken).containsExactly("com.acme first", "com.acme next");
    }

    @Test
    void shouldWaitForTheRestOfAControlFile() throws IOException {
        log("first");
        Path control = journal.directory().resolve("control");
        steps.add(() -> {
            end();
            Files.createDirectories(control.getParent());
            Files.write(control, new byte[64 << 10]);
            Files.write(control.resolveSibling("dictionary"), new byte[0]);
        });
        steps.add(() -> {});
        steps.add(() -> {
            Files.delete(control);
            Files.delete(control.resolveSibling("dictionary"));
            Files.delete(control.getParent());
            journal = TestJournal.in(logs);
            log("next");
        });

        followUntil("next");

        assertThat(taken).containsExactly("com.acme first", "com.acme next");
    }

    /** The next start is that of a newer version. */
    private void beginNewer() throws IOException {
        end();
        journal = TestJournal.in(logs);
        JournalStates.makeNewer(journal.directory().resolve("control"));
    }

    @Test
    void shouldFollowTheOthersWhereOneIsBegunAnewAndCannotBeRead() throws IOException {
        log("first");
        try (TestJournal other = TestJournal.in(logs, "other")) {
            steps.add(this::beginNewer);
            steps.add(() -> {});
            steps.add(() -> {
                end();
                journal = TestJournal.in(logs);
                log("next");
            });
            steps.add(() -> other.log(1, Levels.INFO, "com.acme", "main", "other"));

            followUntil("other");
        }

        assertThat(taken).containsExactly("com.acme first", "com.acme next", "com.acme other");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .hasLineCount(2)
                .contains("journal of a newer version: file=" + logs, "a new journal was begun");
    }

    @Test
    void shouldEndWhereTheOnlyOneIsBegunAnewAndCannotBeRead() {
        log("first");
        steps.add(this::beginNewer);

        assertThatThrownBy(() -> followUntil("next"))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("newer version");
    }

    /** As if it were not made yet: what is mapped of it stays. */
    private void hideDictionary(Path place) {
        try {
            Files.move(journal.directory().resolve("dictionary"), place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
