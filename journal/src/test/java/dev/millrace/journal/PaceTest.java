package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaceTest {
    private static final long LATER_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOKS_APART_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MUCH = 2 << 20;

    private Journal journal;
    private Cursor cursor;
    private Pace pace;
    // Within what counts as at work of every fill of this test, for the clock of the looks stands still.
    private long nowNs;

    @BeforeEach
    void open() {
        journal = Journal.inMemory(new JournalOptions(128L << 20, 4 << 20, false, false, new Told()));
        cursor = journal.cursor("reader");
        pace = new Pace(journal);
        append(100);
        nowNs = System.nanoTime() + 2 * LOOKS_APART_NS;
        assertThat(cursor.fill(new ReadBatch(64 << 10))).isTrue();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void append(long bytes) {
        byte[] record = new byte[64 << 10];
        for (long rest = bytes; rest > 0; rest -= record.length) {
            assertThat(journal.append(record, 0, record.length, 0)).isNotNegative();
        }
    }

    /** Whether appenders are asked to pause after a look at that time; looks before and after what is appended. */
    private boolean outrunAfter(long bytes, long nowNs) {
        pace.look(journal.tailPosition(), nowNs - LOOKS_APART_NS);
        append(bytes);
        return outrunAt(nowNs);
    }

    private boolean outrunAt(long nowNs) {
        pace.look(journal.tailPosition(), nowNs);
        return pace.isOutrunning();
    }

    @Test
    void shouldAskForPausesBehindAReaderThatFallsBack() {
        assertThat(outrunAfter(MUCH, nowNs)).isTrue();
        assertThat(pace.wanted(journal.tailPosition())).isNotZero();
    }

    @Test
    void shouldLetOthersGetAheadOfAnAppenderThatPauses() throws InterruptedException {
        assertThat(outrunAfter(MUCH * 3 / 4, nowNs)).isTrue();
        Thread other = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                pace.pauseIfOutrunning(journal.tailPosition());
            }
        });
        other.start();
        // It pauses for nearly all of its time.
        while (pace.wanted(journal.tailPosition()) != 0) {
            Thread.onSpinWait();
        }
        append(MUCH);
        assertThat(pace.wanted(journal.tailPosition())).isNotZero();
        other.interrupt();
        other.join();
    }

    @Test
    void shouldLeaveAnAppenderInterruptedThatPauses() {
        assertThat(outrunAfter(MUCH, nowNs)).isTrue();
        Thread.currentThread().interrupt();

        pace.pauseIfOutrunning(journal.tailPosition());

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldPauseLongerTheMoreOthersPauseAndTheFewerProcessorsThereAre() {
        assertThat(Pace.pauseNs(0, 1)).isEqualTo(TimeUnit.MICROSECONDS.toNanos(500));
        assertThat(Pace.pauseNs(15, 1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(8));
        assertThat(Pace.pauseNs(15, 8)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(Pace.pauseNs(10_000, 1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(32));
    }

    @Test
    void shouldLetVirtualThreadsGoOnForWhatTheyLogAtOnce() {
        assertThat(pace.getAsInt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(outrunAfter(MUCH, nowNs)).isTrue();
        assertThat(pace.getAsInt()).isBetween(12, 16);
        append(MUCH);
        assertThat(pace.getAsInt()).isZero();
    }

    @Test
    void shouldPauseForNoTimeWhereThatIsRehearsedI8() {
        assertThat(outrunAfter(MUCH, nowNs + LATER_NS)).isFalse();
        assertThat(pace.wanted(journal.tailPosition())).isZero();
    }

    @Test
    void shouldNotAskWhileTheReaderIsClose() {
        assertThat(outrunAfter(256 << 10, nowNs)).isFalse();
    }

    @Test
    void I8_shouldNotSlowCallersForAReaderThatHasStopped() {
        assertThat(outrunAfter(MUCH, nowNs + LATER_NS)).isFalse();
    }

    @Test
    void I8_shouldNotSlowCallersForAReaderThatCatchesUpAfterAStop() {
        append(2 * MUCH);
        pace.look(journal.tailPosition(), nowNs + LATER_NS);
        read(MUCH / 2);

        assertThat(outrunAt(nowNs)).isFalse();
    }

    @Test
    void I8_shouldNotSlowCallersForAReaderBehindAnother() {
        Cursor other = journal.cursor("other");
        append(MUCH);
        drain(other);

        assertThat(outrunAfter(64 << 10, nowNs)).isFalse();
    }

    @Test
    void shouldAskForPausesBehindAReaderThatIsBehindOneThatPassesOverMost() {
        Cursor other = journal.cursor("other");
        pace.look(journal.tailPosition(), nowNs - LOOKS_APART_NS);
        append(MUCH);
        ReadBatch batch = new ReadBatch(64 << 10);
        while (!other.caughtUp()) {
            assertThat(other.fill(batch, (data, offset, length) -> false)).isTrue();
        }

        assertThat(outrunAt(nowNs)).isTrue();
        assertThat(pace.wanted(journal.tailPosition())).isNotZero();
    }

    @Test
    void shouldNotSlowCallersForAReaderThatIsFarBehind() {
        assertThat(outrunAfter(80L << 20, nowNs)).isFalse();
    }

    @Test
    void shouldGoOnAskingUntilTheReaderHasCaughtUp() {
        assertThat(outrunAfter(MUCH, nowNs)).isTrue();
        read(MUCH / 4);
        assertThat(outrunAt(nowNs)).isTrue();
        drain(cursor);

        assertThat(outrunAt(nowNs)).isFalse();
    }

    private void read(long bytes) {
        ReadBatch batch = new ReadBatch(64 << 10);
        for (long end = cursor.readPosition() + bytes; cursor.readPosition() < end; ) {
            assertThat(cursor.fill(batch)).isTrue();
        }
    }

    private static void drain(Cursor reader) {
        ReadBatch batch = new ReadBatch(64 << 10);
        while (!reader.caughtUp()) {
            boolean ignored = reader.fill(batch);
        }
    }
}
