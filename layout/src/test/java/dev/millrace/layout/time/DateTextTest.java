package dev.millrace.layout.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DateTextTest {
    private static final List<String> PATTERNS = List.of(
            "yyyy-MM-dd HH:mm:ss.SSS",
            "yyyy-MM-dd HH:mm:ss,SSS",
            "HH:mm:ss.SSSSSS",
            "SSSSSSSSS",
            "S.SS.SSS.SSSS'x'SSSSS",
            "[SSS][SS]SSSSSSSS",
            "ss.S ss.SS",
            "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
            "EEEE, d. MMMM uuuu G, hh:mm:ss a",
            "B h:mm",
            "'SSS'SSS'nNA'''SSS",
            "n",
            "N A SSS",
            "ppppSSS",
            "w Y e c Q D F W",
            "VV z zzzz O OOOO x xxxxx X",
            "'123456789' SSS 123",
            "HH:mm");
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Zurich",
            "America/New_York",
            "Australia/Lord_Howe",
            "Asia/Kathmandu",
            "Africa/Monrovia",
            "+05:45");
    private static final List<String> LOCALES = List.of("en", "de-DE", "ja", "ar", "fr-CA", "th-TH-u-nu-thai", "und");

    @Test
    void shouldPrintWhatTheFormatterPrintsForAnyInstantZoneAndLocale() {
        Random random = new Random(4);
        for (String pattern : PATTERNS) {
            for (int i = 0; i < 40; i++) {
                ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
                Locale locale = Locale.forLanguageTag(LOCALES.get(random.nextInt(LOCALES.size())));
                DateTimeFormatter formatter =
                        DateTimeFormatter.ofPattern(pattern).withZone(zone).withLocale(locale);
                DateText text = DateText.of(pattern, zone, locale, null);
                long micros = random.nextLong(-4_000_000_000_000_000L, 6_000_000_000_000_000L);
                for (int j = 0; j < 12; j++) {
                    micros += switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(1_000);
                        case 1 -> random.nextInt(1_000_000);
                        case 2 -> -random.nextInt(3_000_000);
                        default -> random.nextLong(100_000_000_000_000L);
                    };
                    assertThat(text(text, micros))
                            .as("%s %s %s %d", pattern, zone, locale, micros)
                            .isEqualTo(formatter.format(instant(micros)));
                }
            }
        }
    }

    @Test
    void shouldFollowEveryOffsetChangeOfAZone() {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSXXX z");
        for (String id : ZONES) {
            ZoneId zone = ZoneId.of(id);
            DateText text = DateText.of("yyyy-MM-dd HH:mm:ss.SSSXXX z", zone, Locale.ENGLISH, null);
            Instant at = Instant.parse("1960-01-01T00:00:00Z");
            var next = zone.getRules().nextTransition(at);
            for (int i = 0; next != null && i < 150; i++) {
                long change = TimeUnit.SECONDS.toMicros(next.getInstant().getEpochSecond());
                for (long micros = change - 2; micros <= change + 2; micros++) {
                    assertThat(text(text, micros))
                            .isEqualTo(formatter
                                    .withZone(zone)
                                    .withLocale(Locale.ENGLISH)
                                    .format(instant(micros)));
                }
                next = zone.getRules().nextTransition(next.getInstant());
            }
        }
    }

    @Test
    void shouldPrintEveryMicrosecondOfASecond() {
        DateText text = DateText.of("ss.SSSSSS", ZoneId.of("UTC"), Locale.ROOT, null);

        String printed = IntStream.iterate(0, micros -> micros < 1_000_000, micros -> micros + 997)
                .mapToObj(micros -> text(text, micros))
                .collect(Collectors.joining(" "));

        assertThat(printed)
                .isEqualTo(IntStream.iterate(0, micros -> micros < 1_000_000, micros -> micros + 997)
                        .mapToObj(micros -> "00.%06d".formatted(micros))
                        .collect(Collectors.joining(" ")));
    }

    @Test
    void shouldKeepWhatStandsAroundTheDate() {
        DateText text = DateText.of("ss.SSS", ZoneId.of("UTC"), Locale.ROOT, null)
                .between("«".getBytes(StandardCharsets.UTF_8), "» 123".getBytes(StandardCharsets.UTF_8));

        assertThat(text(text, 1_456_000)).isEqualTo("«01.456» 123");
        assertThat(text(text, 1_457_999)).isEqualTo("«01.457» 123");
    }

    @Test
    void shouldPrintTimesAtTheEndsOfTheRange() {
        DateText text = DateText.of("uuuu-MM-dd HH:mm:ss.SSSSSS", ZoneId.of("UTC"), Locale.ROOT, null);
        DateTimeFormatter formatter =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneId.of("UTC"));

        for (long micros : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 0, -1, Long.MAX_VALUE - 1}) {
            assertThat(text(text, micros)).isEqualTo(formatter.format(instant(micros)));
        }
    }

    @Test
    void shouldPrintIso8601WhereThePatternCannotPrintTheValue() {
        DateText text = DateText.of("pd", ZoneId.of("UTC"), Locale.ROOT, null);

        assertThat(text(text, 0)).isEqualTo("1");
        assertThat(text(text, TimeUnit.DAYS.toMicros(9))).isEqualTo("1970-01-10 00:00:00,000");
    }

    @Test
    void shouldRefuseAPatternThatIsNone() {
        for (String pattern : List.of("yyyy b", "'open", "p", "HppHmm", "]", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy")) {
            assertThatThrownBy(() -> DateText.of(pattern, ZoneId.of("UTC"), Locale.ROOT, null))
                    .as(pattern)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldReadOrRefuseAnyPatternWithoutAnotherException() {
        Random random = new Random(9);
        String alphabet = "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxp'[]{}#\"-:., b";
        long[] instants = {0, 1_790_000_000_123_456L, Long.MIN_VALUE, Long.MAX_VALUE};
        for (int i = 0; i < 8_000; i++) {
            StringBuilder letters = new StringBuilder();
            for (int j = 1 + random.nextInt(6); j > 0; j--) {
                letters.append(String.valueOf(alphabet.charAt(random.nextInt(alphabet.length())))
                        .repeat(1 + random.nextInt(4)));
            }
            DateText text;
            try {
                text = DateText.of(letters.toString(), ZoneId.of("Asia/Kathmandu"), Locale.GERMAN, null);
            } catch (IllegalArgumentException e) {
                continue;
            }
            for (long micros : instants) {
                assertThat(text(text, micros)).isNotNull();
            }
        }
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static String text(DateText text, long micros) {
        return new String(text.at(micros), StandardCharsets.UTF_8);
    }
}
