package dev.millrace.core.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Levels;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import java.util.Map;
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

    /** As what is logged behind the end of logging: it goes into no outbox. */
    @Test
    void shouldTakeNothingBackThatWasCountedBehindTheLastBatchI3() {
        Cursor cursor = journal.cursor("S");
        CallCounters calls = new CallCounters(journal);
        SinkLedger first = new SinkLedger(cursor, calls);
        BatchCount batch = new BatchCount();
        batch.delivered(Levels.INFO);
        long[] totals = new long[SinkLedger.TOTALS];
        first.totalsAfter(batch, totals);
        first.book(batch);
        BatchCount late = new BatchCount();
        late.failed(Levels.WARN);
        first.bookLate(late);

        SinkLedger next = new SinkLedger(cursor, calls);
        next.restore(totals);

        SinkCounters counters = next.read();
        assertThat(counters.delivered()).isEqualTo(1);
        assertThat(counters.droppedBy()).isEqualTo(Map.of(DropReason.FAILED, Map.of("WARN", 1L)));
        assertThat(counters.pending()).isZero();
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
