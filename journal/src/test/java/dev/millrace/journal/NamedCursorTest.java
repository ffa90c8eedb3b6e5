package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NamedCursorTest {
    private static final int RECORDS = 1000;
    private static final int SEEN_OFFSET = 40;

    @TempDir
    Path directory;

    private JournalQueue queue;
    private final AtomicLong clockNs = new AtomicLong();

    @BeforeEach
    void open() throws Exception {
        queue = JournalQueue.open(directory, QueueOptions.defaults().withBudgetBytes(16L << 20));
        for (int number = 0; number < RECORDS; number++) {
            assertThat(queue.append(TestJournals.record(number, 300))).isNotNegative();
        }
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private Path file() {
        return CursorFile.file(JournalQueue.cursors(directory), "reader");
    }

    private CursorFile.State state() throws Exception {
        return CursorFile.look(file(), queue.journal.control.journalId());
    }

    private Tailer tailer() throws Exception {
        return Tailer.open(directory, "reader", CursorTerms.holding().withLease(Duration.ofMinutes(1)), clockNs::get);
    }

    private interface Move {
        boolean of(Tailer tailer) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(strings = {"next", "nextInPlace", "previous"})
    void shouldBeSeenWhileItReadsWithoutACommit(String how) throws Exception {
        Move move = how.equals("next")
                ? Tailer::next
                : how.equals("previous") ? Tailer::previous : tailer -> tailer.nextInPlace() != null;
        try (Tailer tailer = tailer()) {
            if (how.equals("previous")) {
                tailer.toEnd();
            }
            assertThat(move.of(tailer)).isTrue();
            clockNs.addAndGet(TimeUnit.SECONDS.toNanos(30));
            try (RandomAccessFile cursor = new RandomAccessFile(file().toFile(), "rw")) {
                cursor.seek(SEEN_OFFSET);
                cursor.writeLong(0);
            }

            for (int more = 0; more < RECORDS / 2; more++) {
                assertThat(move.of(tailer)).isTrue();
            }

            assertThat(state().seenMs()).isPositive();
            assertThat(state().position()).isZero();
        }
    }

    @Test
    void I1_shouldLeaveTheNameToItsNextTailerOnceItIsClosed() throws Exception {
        Tailer closed = tailer();
        for (int record = 0; record < 10; record++) {
            assertThat(closed.next()).isTrue();
        }
        closed.close();
        try (Tailer next = tailer()) {
            assertThat(next.next()).isTrue();
            next.commit();
            long committed = state().position();

            assertThatThrownBy(closed::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the tailer is closed");
            closed.close();

            assertThat(state().position()).isEqualTo(committed);
        }
    }
}
