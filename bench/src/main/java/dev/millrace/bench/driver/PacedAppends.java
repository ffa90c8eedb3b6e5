package dev.millrace.bench.driver;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Appends records of 128 bytes at a fixed rate from one thread, each one timed. A record begins with the clock at its
 * append, which all processes of a machine share; the last one with {@link #END}.
 */
final class PacedAppends {
    /** In place of the clock: nothing follows. */
    static final long END = -1;

    /** In place of the clock: not to be timed. */
    static final long WARMUP = 0;

    private static final int RECORD_BYTES = 128;
    private static final int DIGITS = 3;

    private final QueueDriver.Appender appender;
    private final byte[] record = new byte[RECORD_BYTES];
    private final ByteBuffer words = ByteBuffer.wrap(record);
    private final Histogram calls = new Histogram(DIGITS);

    private PacedAppends(QueueDriver.Appender appender) {
        this.appender = appender;
    }

    static void run(QueueDriver driver, Parameters parameters, Measured measured) throws Exception {
        Path directory = parameters.file().resolveSibling("queue");
        long rate = parameters.longCount("rate");
        try (QueueDriver.Queue queue = driver.open(directory)) {
            PacedAppends appends = new PacedAppends(queue.appender());
            appends.warmUp(rate, parameters.longCount("warmupSeconds"));
            long cpuNs = ThreadCpu.own();
            appends.measure(rate, parameters.longCount("seconds"));
            measured.put("cpuNs", ThreadCpu.own() - cpuNs);
            measured.put("records", appends.calls.getTotalCount());
            measured.put("call", appends.calls);
            appends.end();
        }
    }

    private void warmUp(long rate, long seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Pace pace = new Pace(rate);
        words.putLong(0, WARMUP);
        while (System.nanoTime() < end) {
            for (long due = pace.awaitDue(); due > 0; due--) {
                appender.raw(record);
            }
        }
    }

    private void measure(long rate, long seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Pace pace = new Pace(rate);
        while (System.nanoTime() < end) {
            for (long due = pace.awaitDue(); due > 0; due--) {
                long before = System.nanoTime();
                words.putLong(0, before);
                appender.raw(record);
                calls.recordValue(System.nanoTime() - before);
            }
        }
    }

    private void end() {
        words.putLong(0, END);
        appender.raw(record);
        appender.done();
    }
}
