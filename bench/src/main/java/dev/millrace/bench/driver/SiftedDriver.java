package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.MDC;

/**
 * As many lines as the threads can log, each under the next value of the MDC's {@code key}; the clock stops when the last
 * one is in the file of its value.
 */
final class SiftedDriver implements Driver {
    /** A look asks for the length of every file. */
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(10);

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        String[] keys = new String[parameters.count("keys")];
        File[] files = new File[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "key-" + i;
            files[i] = new File(parameters.file() + "." + keys[i]);
        }
        long warmupEach = parameters.longCount("warmup") / threads;
        long eventsEach = parameters.longCount("events") / threads;
        LineFormat format = LineFormat.standard(threads);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Workers workers = new Workers(threads, format);

        workers.run((worker, lines) -> logMany(lines, warmupEach, keys));
        await(files, warmupEach * threads * format.lineBytes());
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        workers.run((worker, lines) -> logMany(lines, eventsEach, keys));
        long returned = System.nanoTime();
        long written = await(files, (warmupEach + eventsEach) * threads * format.lineBytes());
        long cpu = system.getProcessCpuTime() - cpuBefore;

        workers.close();
        measured.put("linesEach", warmupEach + eventsEach);
        measured.put("events", eventsEach * threads);
        measured.put("callsNs", returned - start);
        measured.put("filesNs", written - start);
        measured.put("cpuNs", cpu);
    }

    private static void logMany(LineSource lines, long count, String[] keys) {
        for (long i = 0; i < count; i++) {
            MDC.put("key", keys[(int) (lines.sequence() % keys.length)]);
            lines.log();
        }
    }

    /** When the files had the bytes, or grew last. */
    private static long await(File[] files, long bytes) {
        long seen = -1;
        long grownAtNs = System.nanoTime();
        while (true) {
            long now = 0;
            for (File file : files) {
                now += file.length();
            }
            if (now != seen) {
                seen = now;
                grownAtNs = System.nanoTime();
            }
            if (now >= bytes || System.nanoTime() - grownAtNs > STALLED_NS) {
                return grownAtNs;
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }
}
