package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final long GIB = 1L << 30;

    @Test
    void shouldHaveNoMoreThanAContainerLeaves() {
        assertThat(Machine.availableBytes(16 * GIB, 15 * GIB, 3 * GIB, 2 * GIB)).isEqualTo(2 * GIB);
        assertThat(Machine.availableBytes(16 * GIB, GIB, 3 * GIB, 2 * GIB)).isEqualTo(GIB);
    }

    /** Free memory of a whole machine is little, because the cache has it, which programs could have. */
    @Test
    void shouldHaveWhatIsAvailableWithoutALimit() {
        assertThat(Machine.availableBytes(16 * GIB, 12 * GIB, 16 * GIB, GIB)).isEqualTo(12 * GIB);
    }

    @Test
    void shouldAskTheMachine() throws IOException {
        assertThat(Machine.availableBytes()).isBetween(0L, 1L << 50);
    }
}
