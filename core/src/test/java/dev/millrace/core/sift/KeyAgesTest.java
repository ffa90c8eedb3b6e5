package dev.millrace.core.sift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.sink.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyAgesTest {
    private static final long NOW_MILLIS = System.currentTimeMillis() - 86_400_000;
    private static final long YEAR_MILLIS = 365L * 86_400_000;
    private static final long TIMEOUT_MILLIS = 60_000;

    private final List<String> givenUp = new ArrayList<>();

    private void use(KeyAges ages, String value, long millis) {
        ages.add(new SiftKey(new byte[0], value, 0, null, null, null, null, Frame.NONE), millis);
        ages.giveUp(millis, key -> givenUp.add(key.value));
    }

    @Test
    void shouldGiveUpNothingEarlyBehindAnEventWithATimeOfItsOwn() {
        KeyAges ages = new KeyAges(TIMEOUT_MILLIS, 100);
        SiftKey own = new SiftKey(new byte[0], "own", 0, null, null, null, null, Frame.NONE);

        use(ages, "first", NOW_MILLIS);
        ages.add(own, NOW_MILLIS);
        use(ages, "second", NOW_MILLIS + 5000);
        ages.used(own, NOW_MILLIS - YEAR_MILLIS);
        ages.giveUp(NOW_MILLIS - YEAR_MILLIS, key -> givenUp.add(key.value));
        use(ages, "third", NOW_MILLIS + TIMEOUT_MILLIS);
        assertThat(givenUp).isEmpty();
        use(ages, "fourth", NOW_MILLIS + TIMEOUT_MILLIS + 5000);
        assertThat(givenUp).containsExactly("first");
        use(ages, "fifth", NOW_MILLIS + TIMEOUT_MILLIS + 6001);

        assertThat(givenUp).containsExactly("first", "second", "own");
    }

    @Test
    void shouldGiveUpNothingEarlyBehindManyEventsWithTimesOfTheirOwn() {
        KeyAges ages = new KeyAges(TIMEOUT_MILLIS, 100);
        SiftKey own = new SiftKey(new byte[0], "own", 0, null, null, null, null, Frame.NONE);

        use(ages, "first", NOW_MILLIS);
        ages.add(own, NOW_MILLIS);
        use(ages, "second", NOW_MILLIS + 5000);
        for (int i = 0; i < 5; i++) {
            ages.used(own, NOW_MILLIS - YEAR_MILLIS + i * 1000);
            ages.giveUp(NOW_MILLIS - YEAR_MILLIS + i * 1000, key -> givenUp.add(key.value));
        }
        use(ages, "third", NOW_MILLIS + TIMEOUT_MILLIS);
        assertThat(givenUp).isEmpty();
        use(ages, "fourth", NOW_MILLIS + TIMEOUT_MILLIS + 5000);

        assertThat(givenUp).containsExactly("first");
    }

    @Test
    void shouldKeepToTheGreatestNumberBehindAClockThatWasAhead() {
        KeyAges ages = new KeyAges(TIMEOUT_MILLIS, 2);

        use(ages, "ahead", NOW_MILLIS + YEAR_MILLIS);
        for (int i = 0; i < 5; i++) {
            use(ages, "value " + i, NOW_MILLIS + i * 1000);
        }

        assertThat(givenUp).containsExactly("ahead", "value 0", "value 1", "value 2");
    }

    @Test
    void shouldGiveUpATimeOutBehindTheMomentAtWhichTheClockWasSetBack() {
        KeyAges ages = new KeyAges(TIMEOUT_MILLIS, 100);

        use(ages, "ahead", NOW_MILLIS + YEAR_MILLIS);
        use(ages, "first", NOW_MILLIS);
        use(ages, "second", NOW_MILLIS + TIMEOUT_MILLIS);
        assertThat(givenUp).isEmpty();
        use(ages, "third", NOW_MILLIS + TIMEOUT_MILLIS + 1000);

        assertThat(givenUp).containsExactly("ahead", "first");
    }
}
