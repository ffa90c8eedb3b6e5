package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that has just been opened has little space, and a single record may need more. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LargeFirstRecordTest {
    private static final int STEP_BYTES = 50_000;

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(ints = {256 << 10, 1 << 20, 4 << 20, 16 << 20})
    void shouldTakeARecordOfAnyLengthFirst(int segmentBytes) {
        JournalOptions options =
                new JournalOptions(4L * segmentBytes, segmentBytes, false, false, new TestJournals.Told());
        int largest = largest(options);
        for (int length = largest; length > 0; length -= STEP_BYTES) {
            try (Journal journal = Journal.inMemory(options)) {
                assertThat(journal.append(new byte[length], 0, length, 0)).isNotNegative();
            }
        }
    }

    @Test
    void shouldTakeSuchARecordBehindShortOnesAndAfterARestart() throws Exception {
        JournalOptions options = new JournalOptions(64L << 20, 4 << 20, false, true, new TestJournals.Told());
        for (int start = 0; start < 3; start++) {
            try (JournalSlot slot = JournalSlot.claim(TestJournals.home(dir), options.listener());
                    Journal journal = Journal.open(slot, options)) {
                int largest = journal.maxRecordBytes();
                for (int shorter = 0; shorter < start * 1000; shorter++) {
                    assertThat(journal.append(new byte[100], 0, 100, 0)).isNotNegative();
                }

                assertThat(journal.append(new byte[largest], 0, largest, 0)).isNotNegative();
                assertThat(journal.append(new byte[largest], 0, largest, 0)).isNotNegative();
            }
        }
    }

    private static int largest(JournalOptions options) {
        try (Journal journal = Journal.inMemory(options)) {
            return journal.maxRecordBytes();
        }
    }
}
