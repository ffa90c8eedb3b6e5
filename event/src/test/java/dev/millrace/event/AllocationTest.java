package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** I4: no allocation for messages with Strings, primitives and an unchanged MDC. */
@Timeout(120)
class AllocationTest {
    private static final int CALLS = 50_000;

    /** The compiler removes some allocations only when it gets its turn, which takes long on a busy machine. */
    private static final int ROUNDS = 200;

    private final Fixture fixture = new Fixture();
    private final byte[] mdc = MdcSnapshot.encode(Map.of("request", "r-17"));

    private static final Object[][] ARGUMENTS = {
        {},
        {"text"},
        {"text", 1L, 2},
        {"é 中 \uD83D\uDE00", 1.5, 2.5f, 'c', (short) 1, (byte) 2, true, null},
        {new UUID(1, 2), TimeUnit.DAYS, new int[] {1, 2}, new byte[100], "x".repeat(500)},
    };

    @Test
    void shouldAllocateNothingI4() {
        String fresh = new String("a line that nobody has seen before " + System.nanoTime());
        assertThat(bytesPerCall(null, "a template {} {} {}")).isZero();
        assertThat(bytesPerCall(mdc, "a template {} {} {}")).isZero();
        assertThat(bytesPerCall(mdc, fresh)).isZero();
        assertThat(bytesPerCall(mdc, null)).isZero();
    }

    private long bytesPerCall(byte[] snapshot, String template) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                Object[] arguments = ARGUMENTS[i % ARGUMENTS.length];
                fixture.capture.release(fixture.capture.encode(
                        0,
                        "a.Logger",
                        Levels.INFO,
                        0,
                        template,
                        arguments.length,
                        null,
                        null,
                        arguments,
                        null,
                        snapshot,
                        null));
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / CALLS);
        }
        return least;
    }

    @Test
    void shouldAllocateNothingToReadMessagesI4() {
        byte[] record = fixture.record("{} {} {}", "text", 1L, 2);
        Utf8Buffer out = new Utf8Buffer(1024);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                out.length(0);
                fixture.event.wrap(record, 0, record.length);
                fixture.event.loggerName(out);
                fixture.event.threadName(out);
                fixture.event.message(out);
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / CALLS);
        }
        assertThat(least).isZero();
    }
}
