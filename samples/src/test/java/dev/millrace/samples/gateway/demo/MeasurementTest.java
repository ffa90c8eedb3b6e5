package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final long FIVE_SECONDS_NS = 5_000_000_000L;

    @Test
    void shouldPutFiguresUnderTheirHeadings() {
        Measurement measurement = new Measurement(
                Backend.LOGBACK_ASYNC,
                157_500,
                FIVE_SECONDS_NS,
                1_234,
                56_789,
                45_678_901,
                new Tally(9, 5, 4, 0, 0, 0));

        assertThat(Measurement.header())
                .isEqualTo("                                  tps    p95 ms    p99 ms    log MB   lines lost");
        assertThat(measurement.row())
                .isEqualTo("  Logback, AsyncAppender       31,500      1.23     56.79      45.7            4")
                .hasSameSizeAs(Measurement.header());
    }

    @Test
    void shouldLeaveOutTheLogWhereThereIsNone() {
        Measurement measurement = new Measurement(Backend.NONE, 500_000, FIVE_SECONDS_NS, 500, 900, 0, null);

        assertThat(measurement.row())
                .isEqualTo("  no logging                  100,000      0.50      0.90         -            -");
    }
}
