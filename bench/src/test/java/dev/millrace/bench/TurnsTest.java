package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void shouldTurnEverySecondRoundAround() {
        List<String> all = List.of("a", "b", "c");

        assertThat(Turns.of(1, all)).containsExactly("a", "b", "c");
        assertThat(Turns.of(2, all)).containsExactly("c", "b", "a");
        assertThat(Turns.of(3, all)).containsExactly("a", "b", "c");
    }
}
