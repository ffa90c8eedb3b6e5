package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.TestJournal;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.ReadBatch;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PiecewiseReadingTest {
    @TempDir
    private Path logs;

    private record Failing(Error error) implements EventFilter {
        @Override
        public boolean acceptsBlock(long summary) {
            return true;
        }

        @Override
        public boolean beginsWithHeads() {
            return false;
        }

        @Override
        public boolean acceptsBatch(ReadBatch batch) {
            return true;
        }

        @Override
        public boolean acceptsHead(byte[] bytes, int offset, int length) {
            return true;
        }

        @Override
        public boolean acceptsBody(LogEvent event) {
            throw error;
        }

        @Override
        public EventFilter another() {
            return this;
        }
    }

    @Test
    void shouldPassOnTheErrorOfAThread() throws Exception {
        Error error = new OutOfMemoryError("Java heap space");
        try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
            for (int i = 0; i < 60_000; i++) {
                journal.log(i, Levels.INFO, "com.acme.Shop", "main", "event {} of many", i);
            }
            EventSource source = EventSource.open(journal.directory());
            PiecewiseReading reading = new PiecewiseReading(source, new Failing(error), 2);

            assertThatThrownBy(() -> reading.drainTo((number, event) -> true, () -> {}))
                    .isSameAs(error);
        }
    }
}
