package dev.millrace.layout.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** The oracle is {@link DateTimeFormatter}. */
class NumericDateTest {
    private static final long SEED = 20_261_121;
    private static final String PATTERN = "yyyy-MM-dd HH:mm:ss.SSS";
    private static final long FIRST = LocalDate.of(1970, 1, 2).toEpochSecond(LocalTime.MIDNIGHT, ZoneOffset.UTC);
    private static final long LAST = LocalDate.of(2036, 12, 30).toEpochSecond(LocalTime.MIDNIGHT, ZoneOffset.UTC);

    @Test
    void shouldPrintWhatTheFormatterPrintsAroundEveryChangeOfEveryZone() {
        Random random = new Random(SEED);
        int zones = 0;
        for (String id : ZoneId.getAvailableZoneIds()) {
            NumericDate dates = NumericDate.of(PATTERN, TimeZone.getTimeZone(id));
            if (dates == null) {
                continue;
            }
            zones++;
            ZoneId zone = ZoneId.of(id);
            DateTimeFormatter expected = DateTimeFormatter.ofPattern(PATTERN).withZone(zone);
            for (long second : seconds(zone.getRules(), random)) {
                int nanos = random.nextInt(1_000_000_000);

                assertThat(dates.format(second, nanos))
                        .as("second %d in %s", second, id)
                        .isEqualTo(expected.format(Instant.ofEpochSecond(second, nanos)));
            }
        }
        assertThat(zones).isGreaterThan(400);
    }

    private static List<Long> seconds(ZoneRules rules, Random random) {
        List<Long> seconds = new ArrayList<>(List.of(FIRST, LAST));
        for (int i = 0; i < 50; i++) {
            seconds.add(FIRST + (long) (random.nextDouble() * (LAST - FIRST)));
        }
        Instant at = Instant.ofEpochSecond(FIRST);
        for (ZoneOffsetTransition next = rules.nextTransition(at);
                next != null && next.toEpochSecond() < LAST;
                next = rules.nextTransition(at)) {
            at = next.getInstant();
            seconds.add(at.getEpochSecond());
            seconds.add(at.getEpochSecond() - 1);
        }
        assertThat(seconds).allMatch(NumericDate::covers);
        return seconds;
    }

    @Test
    void shouldPrintWhatTheFormatterPrintsForEveryPatternItTakes() {
        Random random = new Random(SEED);
        String[] parts = {
            "yyyy",
            "uuuu",
            "yy",
            "MM",
            "M",
            "MMM",
            "dd",
            "d",
            "HH",
            "H",
            "hh",
            "mm",
            "ss",
            "S",
            "SSS",
            "SSSSSS",
            "SSSSSSSSS",
            "-",
            ":",
            ".",
            " ",
            ",",
            "/",
            "'T'",
            "''",
            "E",
            "XXX",
            "n",
            "_",
            "|"
        };
        int taken = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int part = random.nextInt(6); part >= 0; part--) {
                pattern.append(parts[random.nextInt(parts.length)]);
            }
            NumericDate dates = NumericDate.of(pattern.toString(), TimeZone.getTimeZone("Asia/Kathmandu"));
            if (dates == null) {
                continue;
            }
            taken++;
            long second = FIRST + (long) (random.nextDouble() * (LAST - FIRST));
            int nanos = random.nextInt(1_000_000_000);

            assertThat(dates.format(second, nanos))
                    .as("pattern %s", pattern)
                    .isEqualTo(DateTimeFormatter.ofPattern(pattern.toString())
                            .withZone(ZoneId.of("Asia/Kathmandu"))
                            .format(Instant.ofEpochSecond(second, nanos)));
        }
        assertThat(taken).isGreaterThan(2_000);
    }

    @Test
    void shouldUseTheOffsetOfAZoneThatTheJdkHasNot() {
        DateText text = DateText.of("HH:mm", null, Locale.ROOT, new SimpleTimeZone(3_600_000, "Here"));

        assertThat(text.at(0)).asString(StandardCharsets.UTF_8).isEqualTo("01:00");
    }

    @Test
    void shouldLeaveZonesOfTheProgramsOwnAndYearsBeyondTheTablesToTheFormatter() {
        assertThat(NumericDate.of(PATTERN, new SimpleTimeZone(3_600_000, "Europe/Paris")))
                .isNull();
        assertThat(NumericDate.of(PATTERN, new SimpleTimeZone(3_600_000, "Here")))
                .isNull();
        assertThat(NumericDate.of(PATTERN, TimeZone.getTimeZone("Europe/Paris")))
                .isNotNull();
        assertThat(NumericDate.covers(-1)).isFalse();
        assertThat(NumericDate.covers(Instant.parse("2037-01-01T00:00:00Z").getEpochSecond()))
                .isFalse();
    }
}
