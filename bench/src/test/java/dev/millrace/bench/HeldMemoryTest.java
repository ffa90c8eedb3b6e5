package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {
    @Test
    void shouldRefuseWrongRunsBeforeItHoldsAnything() {
        Options options = Options.parse(List.of("--runs=x"), Map.of("runs", "5", "hold", "auto"));

        assertThatThrownBy(() -> HeldMemory.around(
                        Long.MAX_VALUE / 2, options, new PrintStream(OutputStream.nullOutputStream())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--runs");
    }
}
