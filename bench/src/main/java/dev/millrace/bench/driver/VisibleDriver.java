package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time from the return of a call until its line can be read in the file: at a low and at a high rate and after
 * idleness; and what idleness costs in processor time.
 *
 * <p>One thread logs and another one polls the file's length, so that both read one clock. The poll is part of every
 * figure: a tenth of a millisecond, and more when the machine is busy.
 */
final class VisibleDriver implements Driver {
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int SLOW_RATE = 1_000;
    private static final int FAST_RATE = 200_000;

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        long seconds = parameters.longCount("seconds");
        int idleEvents = parameters.count("idleEvents");
        long idleSeconds = parameters.longCount("idleSeconds");
        LineFormat format = LineFormat.standard(1);
        FileProgress file = new FileProgress(parameters.file(), format);
        Workers workers = new Workers(1, format);
        long[] logged = new long[1];
        workers.run((worker, lines) -> {
            logAtRate(lines, FAST_RATE, seconds, Visibility.IGNORED);
            logged[0] = lines.sequence();
        });
        boolean complete = file.awaitLines(logged[0]);

        Visibility slow = watch(workers, file, SLOW_RATE * seconds, (lines, visibility) -> {
            logAtRate(lines, SLOW_RATE, seconds, visibility);
        });
        Visibility fast = watch(workers, file, FAST_RATE * seconds, (lines, visibility) -> {
            logAtRate(lines, FAST_RATE, seconds, visibility);
        });
        Visibility afterIdle = watch(workers, file, idleEvents, (lines, visibility) -> {
            for (int i = 0; i < idleEvents; i++) {
                sleep(TimeUnit.SECONDS.toNanos(1));
                lines.log();
                visibility.returned();
            }
        });

        sleep(SETTLE_NS);
        measureIdleness(TimeUnit.SECONDS.toNanos(idleSeconds), measured);

        workers.run((worker, lines) -> logged[0] = lines.sequence());
        workers.close();
        measured.put("lines", logged[0]);
        measured.put("complete", complete && slow.complete() && fast.complete() && afterIdle.complete() ? 1 : 0);
        measured.put("slow", slow.histogram());
        measured.put("fast", fast.histogram());
        measured.put("afterIdle", afterIdle.histogram());
    }

    /** What is logged while the file is watched. */
    private interface Logging {
        void run(LineSource lines, Visibility visibility);
    }

    private static Visibility watch(Workers workers, FileProgress file, long atMost, Logging logging) throws Exception {
        Visibility visibility = new Visibility(file, Math.toIntExact(atMost));
        Thread reader = new Thread(visibility, "bench-reader");
        reader.start();
        workers.run((worker, lines) -> logging.run(lines, visibility));
        visibility.finish();
        reader.join();
        return visibility;
    }

    private static void logAtRate(LineSource lines, int rate, long seconds, Visibility visibility) {
        long left = rate * seconds;
        Pace pace = new Pace(rate);
        while (left > 0) {
            for (long due = Math.min(left, pace.awaitDue()); due > 0; due--, left--) {
                lines.log();
                visibility.returned();
            }
        }
    }

    private static void measureIdleness(long durationNs, Measured measured) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, Long> before = ThreadCpu.read();
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        sleep(durationNs);
        long elapsed = System.nanoTime() - start;
        long cpu = system.getProcessCpuTime() - cpuBefore;
        measured.put("idle.elapsedNs", elapsed);
        measured.put("idle.cpuNs", cpu);
        ThreadCpu.since(before).forEach((name, spent) -> measured.put("idle.thread." + name, spent));
    }

    private static void sleep(long durationNs) {
        long end = System.nanoTime() + durationNs;
        for (long left = durationNs; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
