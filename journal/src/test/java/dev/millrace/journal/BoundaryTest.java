package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundaryTest {
    private static final int LINE_BYTES = 4096;

    @Test
    void shouldFindTheFirstByteOfEachLineInExactlyOneOfAllClaims() {
        Random random = new Random(11);
        long position = 0;
        for (int claim = 0; claim < 200_000; claim++) {
            int bytes = RecordFormat.recordBytes(random.nextInt(claim % 100 == 0 ? 20_000 : 300));
            long firstLineStart = (position + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;

            assertThat(Journal.isBoundary(position, bytes, Long.MAX_VALUE))
                    .as("position=%d, bytes=%d", position, bytes)
                    .isEqualTo(firstLineStart < position + bytes);

            position += bytes;
        }
    }

    @Test
    void shouldFindEveryClaimThatEndsBehindTheRoom() {
        assertThat(Journal.isBoundary(8, 88, 96)).isFalse();
        assertThat(Journal.isBoundary(8, 88, 95)).isTrue();
        assertThat(Journal.isBoundary(8, 88, 88)).isTrue();
        assertThat(Journal.isBoundary(8, 88, 8)).isTrue();
        assertThat(Journal.isBoundary(8, 88, 0)).isTrue();
        assertThat(Journal.isBoundary(8, 88, -LINE_BYTES)).isTrue();
    }
}
