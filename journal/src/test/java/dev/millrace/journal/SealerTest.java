package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SealerTest {
    private static final int SEGMENT = 1 << 20;
    private static final int RECORDS = 2_000;
    private static final QueueOptions OPTIONS =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(256L << 20);

    @TempDir
    Path parent;

    private static boolean isSealed(JournalQueue queue, long position) {
        return queue.journal.table.find(position).seal(block(position)) != 0;
    }

    private static int block(long position) {
        return (int) (position % SEGMENT) / SegmentFormat.BLOCK_BYTES;
    }

    /** Records of a few bytes up to such that lie over several blocks; half of them are sealed while others come. */
    @ParameterizedTest
    @ValueSource(ints = {60, 400, 9_000, 30_000, 200_000})
    void shouldSealEachBlockWithTheChecksumOfWhatIsInIt(int longest) throws Exception {
        Random random = new Random(longest);
        JournalQueue queue = JournalQueue.open(parent.resolve("queue"), OPTIONS);
        for (int half = 0; half < 2; half++) {
            long from = queue.endPosition();
            for (int number = 0; number < RECORDS && queue.endPosition() < from + 40L * SEGMENT; number++) {
                byte[] bytes = new byte[random.nextInt(longest)];
                random.nextBytes(bytes);
                assertThat(queue.append(bytes)).isNotNegative();
            }
            long finished = queue.endPosition() - SegmentFormat.BLOCK_BYTES;
            while (finished >= 0 && !isSealed(queue, finished)) {
                LockSupport.parkNanos(1_000_000);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        }
        queue.close();

        for (long at = 0; at < queue.endPosition(); at += SegmentFormat.BLOCK_BYTES) {
            Segment segment = queue.journal.table.find(at);
            assertThat(segment.sealHolds(block(at), queue.journal.secret))
                    .as("longest=" + longest + ", position=" + at)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x4000_0011, 0x7FFF_FFF9, Integer.MAX_VALUE, SEGMENT, 3})
    void I6_shouldVouchForNothingBehindADamagedLength(int length) throws Exception {
        JournalQueue queue = JournalQueue.open(parent.resolve("queue"), OPTIONS);
        Journal journal = queue.journal;
        Segment segment = journal.table.find(0);
        // The journal's own thread comes later.
        journal.keeper.house.lock();
        try {
            for (int number = 0; number < 10; number++) {
                assertThat(queue.append(new byte[8_000])).isNotNegative();
            }
            int damaged = 5 * RecordFormat.recordBytes(8_000);
            segment.data.putInt(damaged, length);

            Sealer sealer = new Sealer(journal);
            assertThat(sealer.sealTowards(queue.endPosition(), 0, System.nanoTime()))
                    .isEqualTo(SEGMENT);
        } finally {
            journal.keeper.house.unlock();
        }
        while (queue.endPosition() < SEGMENT + 2 * SegmentFormat.BLOCK_BYTES) {
            assertThat(queue.append(new byte[8_000])).isNotNegative();
        }
        while (!isSealed(queue, SEGMENT)) {
            LockSupport.parkNanos(1_000_000);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        queue.close();

        for (long at = 0; at < SEGMENT; at += SegmentFormat.BLOCK_BYTES) {
            assertThat(isSealed(queue, at)).as("position=" + at).isFalse();
        }
    }
}
