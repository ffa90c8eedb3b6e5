package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

class MemoryUseTest {
    private static final int KEPT_BYTES = 64 << 20;

    @Test
    void shouldCountWhatIsKeptAndNotWhatIsGarbage() throws IOException {
        long before = MemoryUse.now().heapBytes();
        byte[] kept = new byte[KEPT_BYTES];
        long with = MemoryUse.now().heapBytes();
        Reference.reachabilityFence(kept);
        kept = null;

        assertThat(with - before).isBetween(KEPT_BYTES * 3L / 4, KEPT_BYTES * 3L / 2);
        assertThat(MemoryUse.now().heapBytes() - before).isLessThan(KEPT_BYTES / 4);
    }
}
