package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CursorRestTest {
    private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);
    private static final byte[] RECORD = new byte[8 << 10];

    private final Journal journal = Journal.inMemory(TestJournals.options(new Told()));
    private final Cursor cursor = journal.cursor("reader");
    private final Thread reader = new Thread(() -> cursor.await(LONG_NS, LONG_NS));

    @AfterEach
    void close() {
        journal.close();
    }

    /** Its thread is without a processor, which the reader must not take from it by looking again and again. */
    @Test
    void shouldRestThoughMuchStandsBehindARecordThatIsNotCommitted() throws InterruptedException {
        long claimed = journal.append(RECORD, 0, RECORD.length, 0);
        int at = (int) (claimed & journal.segmentMask);
        Segment segment = journal.table.find(claimed);
        long header = RecordFormat.headerAcquire(segment.data, at);
        RecordFormat.headerRelease(segment.data, at, RecordFormat.uncommitted(header));
        append(10);
        cursor.lastFilledNs = System.nanoTime() + LONG_NS;
        assertThat(cursor.fill(new ReadBatch(1024))).isFalse();

        reader.start();
        awaitRest();

        assertThat(cursor.wakeIfBehind()).isFalse();
        RecordFormat.headerRelease(segment.data, at, header);
        append(10);
        reader.join();
    }

    @Test
    void shouldRestUntilMuchHasCome() throws InterruptedException {
        cursor.lastFilledNs = System.nanoTime() + LONG_NS;

        reader.start();
        awaitRest();
        append(1);

        assertThat(cursor.wakeIfBehind()).isFalse();
        append(10);
        reader.join();
    }

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            assertThat(journal.append(RECORD, 0, RECORD.length, 0)).isNotNegative();
        }
    }

    private void awaitRest() throws InterruptedException {
        while (reader.getState() != Thread.State.TIMED_WAITING) {
            assertThat(reader.getState()).isNotEqualTo(Thread.State.TERMINATED);
            if (Thread.interrupted()) {
                throw new InterruptedException("the reader does not rest: " + reader.getState());
            }
            LockSupport.parkNanos(20_000);
        }
    }
}
