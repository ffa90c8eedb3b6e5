package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.util.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private static final List<String> NUMBERS =
            List.of("", "0", "1", "30", "007", "1.5", ".5", "0.25", "5.", "1e3", "-1", "1,5", "99999999999999999999");
    private static final List<String> BLANKS = List.of("", " ", "  ", "\t", "_");
    private static final List<String> UNITS = List.of(
            "",
            "s",
            "milli",
            "millis",
            "millisecond",
            "milliseconds",
            "second",
            "seconde",
            "secondes",
            "seconds",
            "minute",
            "minutes",
            "hour",
            "hours",
            "day",
            "days",
            "ms",
            "min",
            "sec",
            "week",
            "secondss");

    /** What the real Logback makes of it; -1 when it is no period, or one that it cannot wait for. */
    private static long oracle(String text) {
        try {
            return Math.max(-1, Duration.valueOf(text).getMilliseconds());
        } catch (IllegalArgumentException | IllegalStateException e) {
            return -1;
        }
    }

    @Test
    void shouldReadPeriodsAsLogbackDoes() {
        Random random = new Random(4);
        int valid = 0;
        for (String number : NUMBERS) {
            for (String blank : BLANKS) {
                for (String unit : UNITS) {
                    String text = number + blank + randomCase(unit, random);
                    assertThat(Durations.scanMillis(text)).as(text).isEqualTo(oracle(text));
                    valid += oracle(text) >= 0 ? 1 : 0;
                }
            }
        }
        assertThat(valid).isGreaterThan(300);
    }

    private static String randomCase(String text, Random random) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (random.nextInt(4) == 0) {
                result.setCharAt(i, Character.toUpperCase(text.charAt(i)));
            }
        }
        return result.toString();
    }
}
