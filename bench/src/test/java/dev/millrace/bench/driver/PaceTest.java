package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldTellOfTheCallsThatWereDueAndNeverMade() {
        Pace pace = new Pace(2_500, 0);

        assertThat(pace.nextMissed(4 * MS)).as("two and a half a millisecond").isEqualTo(2);
        assertThat(pace.intendedNs()).isEqualTo(MS);
        assertThat(pace.nextMissed(4 * MS)).isEqualTo(3);
        assertThat(pace.intendedNs()).isEqualTo(2 * MS);
        assertThat(pace.nextMissed(4 * MS) + pace.nextMissed(4 * MS)).isEqualTo(5);
        assertThat(pace.nextMissed(4 * MS)).isZero();
    }

    @Test
    void shouldNotTellOfCallsThatAreMade() {
        long begin = System.nanoTime();
        Pace pace = new Pace(1_000, begin);
        assertThat(pace.awaitDue()).isEqualTo(1);

        assertThat(pace.nextMissed(begin + MS)).isZero();
        assertThat(pace.nextMissed(begin + 3 * MS)).isEqualTo(1);
    }

    @Test
    void shouldSkipBurstsThatAreEmpty() {
        Pace pace = new Pace(250, 0);

        assertThat(pace.nextMissed(7 * MS)).isEqualTo(1);
        assertThat(pace.intendedNs()).isEqualTo(4 * MS);
        assertThat(pace.nextMissed(7 * MS)).isZero();
    }
}
