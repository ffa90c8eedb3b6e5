package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.util.FileSize;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The oracle is Logback's {@link FileSize}. */
class ByteSizesTest {
    private static final long SEED = 20_261_121;
    private static final String[] PARTS = {
        "1", "20", "007", " ", "\t", "kb", "KB", "Mb", "gb", "s", "S", "b", "k", "MB", "-", ".", "5kb"
    };

    @Test
    void shouldReadWhatLogbackReads() {
        Random random = new Random(SEED);
        int valid = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = random.nextInt(4); part >= 0; part--) {
                text.append(PARTS[random.nextInt(PARTS.length)]);
            }
            long expected = expected(text.toString());
            valid += expected == ByteSizes.NONE ? 0 : 1;

            assertThat(ByteSizes.parse(text.toString())).as("[%s]", text).isEqualTo(expected);
        }
        assertThat(valid).isGreaterThan(2_000);
    }

    private static long expected(String text) {
        try {
            return FileSize.valueOf(text).getSize();
        } catch (IllegalArgumentException e) {
            return ByteSizes.NONE;
        }
    }

    @Test
    void shouldNotOverflow() {
        assertThat(ByteSizes.parse("999999999999999999GB")).isEqualTo(Long.MAX_VALUE);
        assertThat(ByteSizes.parse("9999999999999999999")).isEqualTo(ByteSizes.NONE);
    }
}
