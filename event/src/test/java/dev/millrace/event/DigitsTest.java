package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static final int OFFSET = 3;

    private final byte[] target = new byte[OFFSET + Digits.MAX_LONG_BYTES];

    private void assertPrinted(long value) {
        int end = Digits.put(target, OFFSET, value);
        String printed = new String(target, OFFSET, end - OFFSET, StandardCharsets.US_ASCII);
        if (!printed.equals(Long.toString(value))) {
            assertThat(printed).isEqualTo(Long.toString(value));
        }
    }

    @Test
    void shouldPrintSmallNumbers() {
        for (int value = -100_000; value <= 1_000_000; value++) {
            assertPrinted(value);
        }
    }

    @Test
    void shouldPrintPowersOfTenAndTheirNeighbours() {
        for (long power = 1; power <= 1_000_000_000_000_000_000L && power > 0; power *= 10) {
            for (long factor = 1; factor <= 9; factor++) {
                for (long value = factor * power - 1; value <= factor * power + 1; value++) {
                    assertPrinted(value);
                    assertPrinted(-value);
                }
            }
        }
        assertPrinted(Long.MAX_VALUE);
        assertPrinted(Long.MIN_VALUE);
        assertPrinted(Long.MIN_VALUE + 1);
    }

    @Test
    void shouldPrintNumbersOfEachLength() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000_000; i++) {
            assertPrinted(random.nextLong() >> random.nextInt(64));
        }
    }
}
