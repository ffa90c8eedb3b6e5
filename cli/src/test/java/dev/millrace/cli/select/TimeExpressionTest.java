package dev.millrace.cli.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The times of journalctl, on a Sunday in Berlin, at 12:45:50 of the clock. */
class TimeExpressionTest {
    private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-22T12:45:50+01:00[Europe/Berlin]");

    @ParameterizedTest
    @CsvSource({
        "now, 2026-11-22T11:45:50Z",
        "today, 2026-11-21T23:00:00Z",
        "yesterday, 2026-11-20T23:00:00Z",
        "TOMORROW, 2026-11-22T23:00:00Z",
        "today UTC, 2026-11-22T00:00:00Z",
        "18:00, 2026-11-22T17:00:00Z",
        "18:00:01.5, 2026-11-22T17:00:01.5Z",
        "18:00 UTC, 2026-11-22T18:00:00Z",
        "9:05, 2026-11-22T08:05:00Z",
        "2026-11-21 9:05:07, 2026-11-21T08:05:07Z",
        "Sat 2026-11-21 9:05 UTC, 2026-11-21T09:05:00Z",
        "2026-11-21, 2026-11-20T23:00:00Z",
        "2026-11-21 18:17:16, 2026-11-21T17:17:16Z",
        "2026-11-21 18:17 UTC, 2026-11-21T18:17:00Z",
        "2026-11-21 18:17:16 +03:00, 2026-11-21T15:17:16Z",
        "2026-11-21 18:17:16 America/New_York, 2026-11-21T23:17:16Z",
        "2026-11-21T18:17:16Z, 2026-11-21T18:17:16Z",
        "2026-11-21T18:17:16-05:00, 2026-11-21T23:17:16Z",
        "'2026-11-21 18:17:16,445', 2026-11-21T17:17:16.445Z",
        "'18:17:16,5', 2026-11-22T17:17:16.5Z",
        "'2026-11-21 18:17:16,445 UTC', 2026-11-21T18:17:16.445Z",
        "2026-11-21T18:17:16+0300, 2026-11-21T15:17:16Z",
        "'2026-11-21T18:17:16,445-0500', 2026-11-21T23:17:16.445Z",
        "2026-11-21 18:17:16 +0300, 2026-11-21T15:17:16Z",
        "Sat 2026-11-21 18:17:16, 2026-11-21T17:17:16Z",
        "'Saturday, 2026-11-21 18:17:16 UTC', 2026-11-21T18:17:16Z",
        "@1790000000, 2026-09-21T14:13:20Z",
        "-5m, 2026-11-22T11:40:50Z",
        "-5min, 2026-11-22T11:40:50Z",
        "-1h30min, 2026-11-22T10:15:50Z",
        "'1h 30 min ago', 2026-11-22T10:15:50Z",
        "2 DAYS AGO, 2026-11-20T11:45:50Z",
        "-1w, 2026-11-15T11:45:50Z",
        "-1M, 2026-10-23T01:15:50Z",
        "1 month ago, 2026-10-23T01:15:50Z",
        "-1y, 2025-11-22T05:45:50Z",
        "-500ms, 2026-11-22T11:45:49.5Z",
        "+1h, 2026-11-22T12:45:50Z",
        "1600-01-01 00:00 UTC, 1600-01-01T00:00:00Z",
        // The clock goes from 2 to 3 in March, and from 3 back to 2 in October.
        "2026-03-29 02:30, 2026-03-29T01:30:00Z",
        "2026-10-25 02:30, 2026-10-25T00:30:00Z"
    })
    void shouldReadTimes(String text, Instant expected) {
        assertThat(TimeExpression.parse(text, NOW)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1600-01-01T00:00:00Z, -11676096000000000",
        "1969-12-31T23:59:59.9999999Z, -1",
        "2300-01-01T00:00:00.0000019Z, 10413792000000001"
    })
    void shouldCountMicrosecondsBeyondTheReachOfNanoseconds(Instant time, long micros) {
        assertThat(TimeExpression.micros(time)).isEqualTo(micros);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "soon",
                "2026-02-30",
                "25:00",
                "-1parsec",
                "-1h Berlin",
                "18:00 Atlantis/Capital",
                "Mon 2026-11-21 18:17:16",
                "S 2026-11-21",
                "1h left",
                "@x",
                "today or so",
                "Sat, 21 Nov 2026 18:17:16 +0100",
                "2026-11-21,445",
                "18:17,5",
                "-300000000y",
                "+300000y"
            })
    void shouldRefuseOthers(String text) {
        assertThatThrownBy(() -> TimeExpression.parse(text, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no time: " + text);
    }
}
