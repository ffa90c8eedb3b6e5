package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RatiosTest {
    @Test
    void shouldShowByWhatATargetWasMissed() {
        assertThat(Ratios.measured(0.5032, 0.5, false)).isEqualTo("0.503 x");
        assertThat(Ratios.measured(0.50004, 0.5, false)).isEqualTo("0.50004 x");
        assertThat(Ratios.measured(0.53, 0.5, false)).isEqualTo("0.53 x");
        assertThat(Ratios.measured(0.4999, 0.5, true)).as("met").isEqualTo("0.50 x");
    }
}
