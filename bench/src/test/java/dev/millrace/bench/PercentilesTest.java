package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PercentilesTest {
    @Test
    void shouldTellThoseWithTenSamplesAboveThem() {
        assertThat(Percentiles.isTold(99.9, 10_000)).isTrue();
        assertThat(Percentiles.isTold(99.9, 9_000)).isFalse();
        assertThat(Percentiles.isTold(99.99, 40_000)).isFalse();
        assertThat(Percentiles.isTold(50, 20)).isTrue();
        assertThat(Percentiles.isTold(100, 1e9)).as("the maximum is one sample").isFalse();
    }

    @Test
    void shouldEndCurvesThere() {
        assertThat(Percentiles.told("0.0:1,50.0:2,99.0:3,99.9:4,100.0:5", 1_000))
                .isEqualTo("0.0:1,50.0:2,99.0:3");
        assertThat(Percentiles.told("0.0:1,100.0:5", 3)).isEmpty();
    }
}
