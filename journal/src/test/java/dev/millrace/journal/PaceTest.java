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
    private static final int MUCH = 2 << 20;

    private Journal journal;
    private Cursor cursor;
    private Pace pace;
    private long beforeFillNs;

    @BeforeEach
    void open() {
        journal = Journal.inMemory(new JournalOptions(128L << 20, 4 << 20, false, false, new Told()));
        cursor = journal.cursor("reader");
        pace = new Pace(journal);
        append(100);
        beforeFillNs = System.nanoTime();
        assertThat(cursor.fill(new ReadBatch(64 << 10))).isTrue();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private void append(long bytes) {
        byte[] record = new byte[64 << 10];
        for (long rest = bytes; rest > 0; rest -= record.length) {
            assertThat(journal.append(record, 0, record.length, Journal.NEVER_WAIT))
                    .isNotNegative();
        }
    }

    private boolean outrunAt(long nowNs) {
        pace.look(journal.tailPosition(), nowNs);
        return pace.isDue(4095, 1);
    }

    @Test
    void shouldAskForPausesBehindAReaderThatIsAtWork() {
        append(MUCH);

        assertThat(outrunAt(beforeFillNs)).isTrue();
    }

    @Test
    void shouldAskOnlyOnceEveryFourKibibytes() {
        append(MUCH);
        pace.look(journal.tailPosition(), beforeFillNs);

        assertThat(pace.isDue(0, 4088)).isFalse();
        assertThat(pace.isDue(4088, 16)).isTrue();
    }

    @Test
    void shouldNotAskWhileTheReaderKeepsUp() {
        append(256 << 10);

        assertThat(outrunAt(beforeFillNs)).isFalse();
    }

    @Test
    void I8_shouldNotSlowCallersForAReaderThatHasStopped() {
        append(MUCH);

        assertThat(outrunAt(beforeFillNs + LATER_NS)).isFalse();
    }

    @Test
    void shouldNotSlowCallersForAReaderThatIsFarBehind() {
        append(80L << 20);

        assertThat(outrunAt(beforeFillNs)).isFalse();
    }

    @Test
    void shouldStopAskingWhenTheReaderHasCaughtUp() {
        append(MUCH);
        assertThat(outrunAt(beforeFillNs)).isTrue();
        drain();

        assertThat(outrunAt(beforeFillNs)).isFalse();
    }

    private void drain() {
        ReadBatch batch = new ReadBatch(64 << 10);
        while (!cursor.caughtUp()) {
            boolean ignored = cursor.fill(batch);
        }
    }
}
