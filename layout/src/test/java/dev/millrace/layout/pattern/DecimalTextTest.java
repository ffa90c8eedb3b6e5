package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalTextTest {
    @Test
    void shouldWriteNumbersAsLongToStringDoes() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(written(value)).isEqualTo(Long.toString(value));
        }
        for (long value : new long[] {0, 9, 10, -1, -10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThat(written(value)).isEqualTo(Long.toString(value));
        }
    }

    @Test
    void shouldWriteThreeDigitsAlways() {
        Utf8Buffer out = new Utf8Buffer(1);

        DecimalText.appendThreeDigits(7, out);
        DecimalText.appendThreeDigits(70, out);
        DecimalText.appendThreeDigits(999, out);

        assertThat(new String(out.bytes(), 0, out.length(), StandardCharsets.US_ASCII))
                .isEqualTo("007070999");
    }

    private static String written(long value) {
        Utf8Buffer out = new Utf8Buffer(1);
        DecimalText.append(value, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.US_ASCII);
    }
}
