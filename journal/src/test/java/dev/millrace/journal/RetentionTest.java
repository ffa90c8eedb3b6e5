package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RetentionTest {
    private static final int SEGMENT_BYTES = 256 << 10;
    private static final byte[] RECORD =
            "a record of some length, so that segments fill".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private static final class Quiet implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    }

    private static JournalOptions options(Retention retention) {
        return new JournalOptions(16L << 20, SEGMENT_BYTES, false, false, new Quiet(), retention, null);
    }

    /** Appends that many bytes, each record passed by the only cursor at once. */
    private static void pass(Journal journal, long bytes) {
        Cursor cursor = journal.cursor("sink");
        ReadBatch batch = new ReadBatch(64 << 10);
        long end = journal.tailPosition() + bytes;
        while (journal.tailPosition() < end) {
            if (journal.append(RECORD, 0, RECORD.length, Journal.IMPORTANT) < 0) {
                LockSupport.parkNanos(1_000_000);
            }
            while (cursor.fill(batch)) {
                cursor.release(batch.endPosition());
            }
        }
    }

    private static long readableBytes(Path directory) throws IOException {
        JournalReader reader = JournalReader.open(directory).passOverHoles(true);
        long oldest = reader.readPosition();
        reader.toEnd();
        return reader.readPosition() - oldest;
    }

    @Test
    void shouldKnowHowOldASegmentIsThatTookMonthsToFill() {
        long months = 100L * 24 * 60 * 60 * 1000;

        assertThat(SegmentFormat.afterMs(SegmentFormat.sealTime(months))).isEqualTo(months);
        assertThat(SegmentFormat.afterMs(SegmentFormat.sealTime(months + 1))).isEqualTo(months + 1000);
        assertThat(SegmentFormat.afterMs(SegmentFormat.sealTime(Integer.MAX_VALUE)))
                .isEqualTo(Integer.MAX_VALUE);
        assertThat(SegmentFormat.afterMs(SegmentFormat.sealTime(57))).isEqualTo(57);
        assertThat(SegmentFormat.sealTime(-5)).isZero();
    }

    @Test
    void shouldKeepTheNewestBytesThatAllCursorsHavePassed() throws Exception {
        try (JournalSlot slot = JournalSlot.claim(directory.resolve("logs").resolve("home"), new Quiet());
                Journal journal = Journal.open(slot, options(new Retention(2L << 20, null)))) {
            pass(journal, 6L << 20);

            // The keeper gives up what is beyond at its next look.
            while (readableBytes(journal.directory()) > (2L << 20) + 2 * SEGMENT_BYTES) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(readableBytes(journal.directory())).isGreaterThanOrEqualTo(2L << 20);
        }
    }

    @Test
    void shouldKeepItOverARestartOfItsOwner() throws Exception {
        for (int start = 1; start <= 3; start++) {
            JournalSlot slot = JournalSlot.claim(directory.resolve("logs").resolve("home"), new Quiet());
            Journal journal = Journal.open(slot, options(new Retention(4L << 20, null)));
            pass(journal, 1L << 20);
            Path written = journal.directory();
            journal.close(false);
            slot.close();

            assertThat(readableBytes(written)).isGreaterThanOrEqualTo(start << 20);
        }
    }

    @Test
    void shouldGiveUpWhatIsKeptWhenSpaceIsNeeded() throws Exception {
        try (JournalSlot slot = JournalSlot.claim(directory.resolve("logs").resolve("home"), new Quiet());
                Journal journal = Journal.open(slot, options(new Retention(1L << 40, null)))) {
            pass(journal, 40L << 20);

            assertThat(journal.usedBytes()).isLessThanOrEqualTo(16L << 20);
            assertThat(readableBytes(journal.directory())).isGreaterThan(8L << 20);
        }
    }

    @Test
    void shouldGiveUpWhatIsTooOld() throws Exception {
        Retention aMoment = new Retention(1L << 40, java.time.Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(1)));
        try (JournalSlot slot = JournalSlot.claim(directory.resolve("logs").resolve("home"), new Quiet());
                Journal journal = Journal.open(slot, options(aMoment))) {
            pass(journal, 4L << 20);

            while (readableBytes(journal.directory()) > 2 * SEGMENT_BYTES) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
