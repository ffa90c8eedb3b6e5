package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EventClockTest {
    private static final long START = 1_700_000_000_000_000_000L;

    private long nanos = 5_000;
    private long wall = START;
    private final EventClock clock = new EventClock(() -> nanos, () -> wall);

    private void pass(long passedNanos, long passedWall) {
        nanos += passedNanos;
        wall += passedWall;
    }

    @Test
    void shouldFollowTheMonotonicClock() {
        pass(1_500, 0);

        assertThat(clock.nowMicros()).isEqualTo(START / 1000 + 1);
    }

    @Test
    void shouldFollowAStepAtOnceInEitherDirection() {
        pass(1_000_000, 3_600_000_000_000L);
        clock.synchronize();
        assertThat(clock.nowMicros()).isEqualTo(wall / 1000);

        pass(1_000_000, -7_200_000_000_000L);
        clock.synchronize();
        assertThat(clock.nowMicros()).isEqualTo(wall / 1000);
    }

    @Test
    void shouldSlewASmallDifferenceWithoutRunningBackwards() {
        for (long difference : new long[] {-2_000_000, 2_000_000, -9_900_000, 9_900_000}) {
            pass(1_000_000_000, 1_000_000_000 + difference);
            long last = clock.nowMicros();
            clock.synchronize();
            assertThat(clock.nowMicros()).isEqualTo(last);
            for (int i = 0; i < 30_000; i++) {
                pass(1_000_000, 1_000_000);
                long now = clock.nowMicros();
                assertThat(now).isGreaterThanOrEqualTo(last + 999).isLessThanOrEqualTo(last + 1001);
                last = now;
            }
            assertThat(Math.abs(clock.nowMicros() - wall / 1000)).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void shouldNotRunPastTheTargetWhenNobodySynchronizes() {
        pass(0, -5_000_000);
        clock.synchronize();

        pass(3_600_000_000_000L, 3_600_000_000_000L);

        assertThat(Math.abs(clock.nowMicros() - wall / 1000)).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldStayCloseToADriftingClock() {
        Random random = new Random(1);
        long last = clock.nowMicros();
        for (int second = 0; second < 5_000; second++) {
            for (int i = 0; i < 10; i++) {
                pass(100_000_000, 100_000_000 + random.nextInt(20_000) - 5_000);
                long now = clock.nowMicros();
                assertThat(now).isGreaterThanOrEqualTo(last);
                last = now;
            }
            clock.synchronize();
            assertThat(Math.abs(clock.nowMicros() - wall / 1000)).isLessThan(200);
        }
    }

    @Test
    void shouldTellTheSystemsTime() {
        EventClock real = new EventClock();
        long before = System.currentTimeMillis();
        long now = real.nowMicros() / 1000;

        assertThat(now).isBetween(before - 60_000, before + 60_000);
    }
}
