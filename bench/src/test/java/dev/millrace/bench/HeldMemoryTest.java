package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {
    @Test
    void shouldHoldAsMuchAsThereIsAndSayIt() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicInteger given = new AtomicInteger();
        try (HeldMemory held = new HeldMemory()) {
            held.hold(
                    4L << 30,
                    bytes -> {
                        if (given.incrementAndGet() > 2) {
                            throw new OutOfMemoryError("no more");
                        }
                        return ByteBuffer.allocate(0);
                    },
                    AbstractBenchTest.print(out));
        }

        assertThat(AbstractBenchTest.text(out)).startsWith("No more than 0.5 GiB could be held");
    }

    @Test
    void shouldRefuseWrongRunsBeforeItHoldsAnything() {
        Options options = Options.parse(List.of("--runs=x"), Map.of("runs", "5", "hold", "auto"));

        assertThatThrownBy(() -> HeldMemory.around(
                        Long.MAX_VALUE / 2, options, new PrintStream(OutputStream.nullOutputStream())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--runs");
    }
}
