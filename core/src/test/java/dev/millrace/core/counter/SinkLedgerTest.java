package dev.millrace.core.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SinkLedgerTest {
    private static final JournalListener DEAF = new JournalListener() {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    };

    private final Journal journal =
            Journal.inMemory(new JournalOptions(JournalOptions.MIN_BUDGET_BYTES, 0, false, false, DEAF));

    @AfterEach
    void close() {
        journal.close(true);
    }

    /** What the other one has taken may not be in the books yet, and what the lane counts is counted for good. */
    @Test
    void shouldNotCountWhileAnotherBooksWhatWasSkippedI3() throws Exception {
        SinkLedger ledger = new SinkLedger(journal.cursor("S"), new CallCounters(journal));
        AtomicLong events = new AtomicLong(ledger.eventsSoFar().getAsLong() - 1);
        Thread lane = new Thread(() -> events.set(ledger.eventsSoFar().getAsLong()));

        synchronized (ledger) {
            lane.start();
            while (lane.getState() != Thread.State.BLOCKED) {
                assertThat(lane.getState()).isNotEqualTo(Thread.State.TERMINATED);
                Thread.onSpinWait();
            }
            assertThat(events.get()).isNegative();
        }
        lane.join();

        assertThat(events.get()).isZero();
    }

    @Test
    void shouldKeepANumberThatIsKnownI3() {
        EventsBefore before = new EventsBefore(2);

        before.counted(() -> -1);
        assertThat(before.best()).isEqualTo(2);
        before.counted(() -> 5);
        before.counted(() -> 3);

        assertThat(before.exact()).isEqualTo(5);
        assertThat(before.best()).isEqualTo(5);
    }
}
