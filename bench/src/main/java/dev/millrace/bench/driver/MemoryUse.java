package dev.millrace.bench.driver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;

/**
 * Memory of this process that it cannot give back: what the heap holds behind a collection, and what is resident outside of
 * the heap and of mapped files. All of the heap must be resident, as with {@code -Xms} like {@code -Xmx} and
 * {@code AlwaysPreTouch}.
 *
 * @param heapBytes in use on the heap
 * @param outsideBytes of the JVM's own: classes, compiled code, stacks, native buffers; 0 where the system does not tell
 */
public record MemoryUse(long heapBytes, long outsideBytes) {
    /** Names of figures: behind the warm-up and at the end, in bytes. */
    public static final String HEAP_WARM = "memory.heapWarmBytes";

    public static final String HEAP_AT_END = "memory.heapAtEndBytes";
    public static final String OUTSIDE_AT_END = "memory.outsideAtEndBytes";

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ANONYMOUS = "RssAnon";

    /** Collects the garbage, and reads. */
    static MemoryUse now() throws IOException {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        MemoryUsage heap = memory.getHeapMemoryUsage();
        return new MemoryUse(heap.getUsed(), Math.max(0, FactFile.bytes(STATUS, ANONYMOUS) - heap.getCommitted()));
    }

    void putWarm(Measured measured) {
        measured.put(HEAP_WARM, heapBytes);
    }

    void putAtEnd(Measured measured) {
        measured.put(HEAP_AT_END, heapBytes);
        measured.put(OUTSIDE_AT_END, outsideBytes);
    }
}
