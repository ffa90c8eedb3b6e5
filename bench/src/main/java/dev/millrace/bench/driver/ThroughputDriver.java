package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;

/** As many lines as the threads can log; the clock stops when the last one is in the file. */
final class ThroughputDriver implements Driver {
    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        long warmupEach = parameters.longCount("warmup") / threads;
        long eventsEach = parameters.longCount("events") / threads;
        FileProgress file = new FileProgress(parameters.file());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Workers workers = new Workers(threads);

        workers.run((worker, lines) -> logMany(lines, warmupEach));
        boolean complete = file.awaitLines(warmupEach * threads);

        Map<String, Long> threadsBefore = ThreadCpu.read();
        ThreadMXBean threadTimes = ManagementFactory.getThreadMXBean();
        long ownBefore = threadTimes.getCurrentThreadCpuTime();
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        workers.run((worker, lines) -> logMany(lines, eventsEach));
        long returned = System.nanoTime();
        complete &= file.awaitLines((warmupEach + eventsEach) * threads);
        long written = System.nanoTime();
        // What this thread spent looking at the file is the bench's and not the backend's.
        long cpu = system.getProcessCpuTime() - cpuBefore - (threadTimes.getCurrentThreadCpuTime() - ownBefore);
        Map<String, Long> threadsSpent = ThreadCpu.since(threadsBefore);

        workers.close();
        measured.put("complete", complete ? 1 : 0);
        measured.put("linesEach", warmupEach + eventsEach);
        measured.put("events", eventsEach * threads);
        measured.put("callsNs", returned - start);
        measured.put("fileNs", written - start);
        measured.put("cpuNs", cpu);
        threadsSpent.forEach((name, spent) -> measured.put("cpu.thread." + name, spent));
    }

    private static void logMany(LineSource lines, long count) {
        for (long i = 0; i < count; i++) {
            lines.log();
        }
    }
}
