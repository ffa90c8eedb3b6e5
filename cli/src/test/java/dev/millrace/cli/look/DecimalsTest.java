package dev.millrace.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {
    private static final long SEED = 20_261_122;
    private static final int CASES = 20_000;

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999", "-999, -999", "1000, '1,000'", "-123456, '-123,456'", "1234567, '1,234,567'"})
    void shouldGroupThousandsOfWholeNumbers(long number, String text) {
        assertThat(Decimals.grouped(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 0.1", "0.04, 0.0", "999.95, '1,000.0'", "-1234.56, '-1,234.6'", "1234567.25, '1,234,567.3'"})
    void shouldGroupThousandsBeforeThePoint(double number, String text) {
        assertThat(Decimals.grouped(number)).isEqualTo(text);
    }

    @Test
    void shouldNameWhatIsNoFiniteNumber() {
        assertThat(Decimals.grouped(Double.MAX_VALUE + Double.MAX_VALUE)).isEqualTo("Infinity");
        assertThat(Decimals.rounded(Double.NaN, 0)).isEqualTo("NaN");
    }

    @Test
    void shouldPrintWhatAFormatPrints() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < CASES; round++) {
            double scale = Math.pow(10, random.nextInt(-3, 15));
            double number =
                    round % 2 == 0 ? random.nextDouble(0.05, 1) * scale : Math.rint(random.nextDouble() * scale);
            long whole = random.nextLong();

            assertThat(Decimals.rounded(number, 0))
                    .as("seed=%s, %s", SEED, number)
                    .isEqualTo(String.format(Locale.ROOT, "%.0f", number));
            assertThat(Decimals.rounded(number, 1))
                    .as("seed=%s, %s", SEED, number)
                    .isEqualTo(String.format(Locale.ROOT, "%.1f", number));
            assertThat(Decimals.grouped(number))
                    .as("seed=%s, %s", SEED, number)
                    .isEqualTo(String.format(Locale.ROOT, "%,.1f", number));
            assertThat(Decimals.grouped(whole)).as("seed=%s", SEED).isEqualTo(String.format(Locale.ROOT, "%,d", whole));
        }
    }
}
