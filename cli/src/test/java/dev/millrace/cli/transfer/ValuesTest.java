package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.select.TimeExpression;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private final Row row = new Row(1);
    private final Utf8Buffer out = new Utf8Buffer(64);

    private boolean set(FieldType type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        row.begin(bytes.length);
        return Values.set(type, bytes, 0, bytes.length, row, 0);
    }

    private String printed(FieldType type) {
        out.length(0);
        RowValues.put(type, row, 0, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.US_ASCII);
    }

    @Test
    void shouldReadAndPrintNumbersWithoutLoss() {
        SplittableRandom random = new SplittableRandom(17);
        for (int round = 0; round < 200_000; round++) {
            double value = round % 2 == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextLong(-2_000_000_000L, 2_000_000_000L) / Math.pow(10, random.nextInt(12));
            if (Double.isFinite(value)) {
                assertThat(set(FieldType.NUMBER, String.valueOf(value))).isTrue();
                assertThat(row.number(0)).isEqualTo(value);
                assertThat(Double.parseDouble(printed(FieldType.NUMBER))).isEqualTo(value);
            }
        }
    }

    @Test
    void shouldReadAndPrintTimesAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(18);
        for (int round = 0; round < 100_000; round++) {
            Instant time = Instant.ofEpochSecond(
                    random.nextLong(Times.FIRST_SECOND, Times.LAST_SECOND + 1),
                    random.nextInt(3) == 0 ? 0 : random.nextInt(1_000_000_000));
            ZoneOffset zone = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-14 * 60, 14 * 60));
            String text = time.atOffset(zone).toString();
            // Java leaves seconds of zero out, and near the ends of the range the zone leaves it.
            if (text.charAt(16) == ':' && text.charAt(4) == '-') {
                assertThat(set(FieldType.TIME, text)).as(text).isTrue();
                assertThat(Instant.parse(printed(FieldType.TIME))).isEqualTo(time);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1795281485,2026-11-21T17:18:05Z",
        "1795281485.5,2026-11-21T17:18:05.5Z",
        "1795281485123,2026-11-21T17:18:05.123Z",
        "1795281485123.25,2026-11-21T17:18:05.12325Z",
        "0,1970-01-01T00:00:00Z",
        "2026-11-21 17:18:05+00:00,2026-11-21T17:18:05Z",
        "29/Feb/2024:23:59:59 +0000,2024-02-29T23:59:59Z"
    })
    void shouldReadTimesInTheirForms(String text, String expected) {
        assertThat(set(FieldType.TIME, text)).isTrue();
        assertThat(printed(FieldType.TIME)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "1.",
                ".5",
                "12:00",
                "2026-11-21",
                "2026-11-21T24:00:00Z",
                "2026-11-21T17:60:00Z",
                "2026-13-01T00:00:00Z",
                "2026-11-21T17:18:05.Z",
                "2026-11-21T17:18:05.1234567891Z",
                "2026-11-21T17:18:05+1",
                "29/Feb/2023:23:59:59 +0000",
                "1/Feb/2023:23:59:59 +0000",
                "01/feb/2023:23:59:59 +0000",
                "9999999999999999",
                "0000-01-01T00:00:00+00:01"
            })
    void shouldRefuseWhatIsNoTime(String text) {
        assertThat(set(FieldType.TIME, text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1", "1.5", "0x1", "9223372036854775808", "-9223372036854775808", "1 ", "--1", "1e3"})
    void shouldRefuseWhatIsNoInteger(String text) {
        assertThat(set(FieldType.INTEGER, text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1", "1.", ".5", "0x1", "1e", "1e99999", "NaN", "Infinity", "1f", "1d", "--1", "1e400"})
    void shouldRefuseWhatIsNoNumber(String text) {
        assertThat(set(FieldType.NUMBER, text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "now,2026-11-21T17:18:05Z",
        "today,2026-11-20T23:00:00Z",
        "yesterday,2026-11-19T23:00:00Z",
        "-2h,2026-11-21T15:18:05Z",
        "3 days ago,2026-11-18T17:18:05Z",
        "-90 min,2026-11-21T15:48:05Z",
        "@60,1970-01-01T00:01:00Z",
        "2026-11-21,2026-11-20T23:00:00Z",
        "2026-11-21 10:00,2026-11-21T09:00:00Z",
        "2026-11-21 10:00:00.5,2026-11-21T09:00:00.500Z",
        "2026-11-21T10:00:00Z,2026-11-21T10:00:00Z",
        "2026-11-21T10:00:00-05:00,2026-11-21T15:00:00Z"
    })
    void shouldReadTimesOfTheCommandLine(String text, Instant expected) {
        Instant now = Instant.parse("2026-11-21T17:18:05Z");

        assertThat(TimeExpression.parse(text, now.atZone(ZoneId.of("Europe/Paris"))))
                .isEqualTo(expected);
    }

    @Test
    void shouldFindBytesAsASimpleLoopDoes() {
        SplittableRandom random = new SplittableRandom(19);
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] =
                        random.nextInt(3) == 0 ? bytes[at] : (byte) ("ab\"\\\u001f \u0080".charAt(random.nextInt(7)));
            }
            int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            int plain = from;
            int either = from;
            int special = from;
            while (plain < bytes.length && bytes[plain] != 'a') {
                plain++;
            }
            while (either < bytes.length && bytes[either] != 'a' && bytes[either] != '\\') {
                either++;
            }
            while (special < bytes.length
                    && bytes[special] != '"'
                    && bytes[special] != '\\'
                    && (bytes[special] < 0 || bytes[special] >= ' ')) {
                special++;
            }
            assertThat(Scan.indexOf(bytes, from, bytes.length, Scan.pattern('a')))
                    .isEqualTo(plain);
            assertThat(Scan.indexOf(bytes, from, bytes.length, Scan.pattern('a'), Scan.pattern('\\')))
                    .isEqualTo(either);
            assertThat(Scan.indexOfSpecial(bytes, from, bytes.length)).isEqualTo(special);
        }
    }
}
