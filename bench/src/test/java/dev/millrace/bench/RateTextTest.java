package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateTextTest {
    @Test
    void shouldNameEveryRateExactly() {
        assertThat(RateText.of(200_000)).isEqualTo("200 k/s");
        assertThat(RateText.of(200_500)).isEqualTo("200500/s");
        assertThat(RateText.of(500)).isEqualTo("500/s");
        assertThat(RateText.of(1_000_000)).isEqualTo("1000 k/s");
    }
}
