package dev.millrace.bench.driver;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Bytes that a call allocates on the calling thread. Arguments are made beforehand: only what the backend allocates
 * counts.
 */
final class AllocationDriver implements Driver {
    private static final int ROUNDS = 5;
    private static final int CALLS_BETWEEN_WAITS = 1_000;
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.millrace.bench.Allocation");
    private static final String STRING = "some text of an argument";
    private static final String WIDE = "καλημέρα κόσμε";
    private static final Integer CACHED = 5;
    private static final Integer UNCACHED = 123_456_789;
    private static final Long LONG = 123_456_789_012L;
    private static final Double DOUBLE = 1234.5678;
    private static final Object[] THREE_STRINGS = {"first", "second", "third"};
    private static final Object[] FIVE_MIXED = {STRING, UNCACHED, LONG, DOUBLE, Boolean.TRUE};

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int warmup = parameters.count("warmup");
        int calls = parameters.count("calls");
        for (Map.Entry<String, Runnable> one : cases().entrySet()) {
            measured.put("bytes." + one.getKey(), bytesPerCall(one.getValue(), warmup, calls));
        }
        MDC.put("request", "a1b2c3d4");
        MDC.put("user", "someone");
        MDC.put("tenant", "acme");
        measured.put("bytes.09 unchanged MDC", bytesPerCall(() -> LOGGER.info("with {}", STRING), warmup, calls));
        MDC.clear();
    }

    private static Map<String, Runnable> cases() {
        Map<String, Runnable> cases = new LinkedHashMap<>();
        cases.put("00 disabled, no argument", () -> LOGGER.debug("nothing"));
        cases.put("01 disabled, three arguments", () -> LOGGER.debug("{} {} {}", THREE_STRINGS));
        cases.put("02 no argument", () -> LOGGER.info("a message without arguments"));
        cases.put("03 one String", () -> LOGGER.info("a message with {}", STRING));
        cases.put("04 two Strings, one not Latin-1", () -> LOGGER.info("a message with {} and {}", STRING, WIDE));
        cases.put("05 three Strings", () -> LOGGER.info("{} {} {}", THREE_STRINGS));
        cases.put("06 Integer in the cache", () -> LOGGER.info("count {}", CACHED));
        cases.put("07 Integer and Double", () -> LOGGER.info("count {} weight {}", UNCACHED, DOUBLE));
        cases.put("08 five mixed", () -> LOGGER.info("{} {} {} {} {}", FIVE_MIXED));
        cases.put(
                "10 fluent, two arguments",
                () -> LOGGER.atInfo().addArgument(STRING).addArgument(UNCACHED).log("{} {}"));
        cases.put(
                "11 fluent, disabled",
                () -> LOGGER.atDebug().addArgument(STRING).log("{}"));
        return cases;
    }

    /** The smallest of a few rounds: what is beyond it came from the JVM's own compilation and profiling. */
    private static double bytesPerCall(Runnable call, int warmup, int calls) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        many(call, warmup);
        long smallest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            long overhead = threads.getThreadAllocatedBytes(id) - before;
            before = threads.getThreadAllocatedBytes(id);
            many(call, calls);
            smallest = Math.min(smallest, threads.getThreadAllocatedBytes(id) - before - overhead);
        }
        return Math.max(0, smallest) / (double) calls;
    }

    private static void many(Runnable call, int count) {
        for (int i = 0; i < count; i++) {
            call.run();
            if (i % CALLS_BETWEEN_WAITS == 0) {
                // Lets the background keep up, so that a full queue is in nobody's figure.
                Thread.yield();
            }
        }
    }
}
