package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Many threads log in a loop for some seconds, whatever becomes of the events. */
final class OverloadDriver implements Driver {
    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        long durationNs = TimeUnit.SECONDS.toNanos(parameters.longCount("seconds"));
        long warmupNs = TimeUnit.SECONDS.toNanos(parameters.longCount("warmupSeconds"));
        LineFormat format = LineFormat.of(parameters.count("messageBytes"), threads);
        FileProgress file = new FileProgress(parameters.file(), format);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Workers workers = new Workers(threads, format);
        long[] before = new long[threads];
        long[] after = new long[threads];

        workers.run((worker, lines) -> {
            logUntil(lines, System.nanoTime() + warmupNs);
            before[worker] = lines.sequence();
        });
        file.awaitQuiet();

        long linesBefore = file.lines();
        Map<String, Long> threadsBefore = ThreadCpu.read();
        long cpuBefore = system.getProcessCpuTime();
        long begin = System.nanoTime();
        workers.run((worker, lines) -> {
            logUntil(lines, System.nanoTime() + durationNs);
            after[worker] = lines.sequence();
        });
        long elapsed = System.nanoTime() - begin;
        long cpu = system.getProcessCpuTime() - cpuBefore;
        Map<String, Long> spent = ThreadCpu.since(threadsBefore);
        file.awaitQuiet();
        measured.put("fileLines", file.lines() - linesBefore);
        measured.put("fileNs", file.grownAtNs() - begin);

        workers.close();
        long calls = 0;
        long callersCpu = 0;
        for (int i = 0; i < threads; i++) {
            calls += after[i] - before[i];
            measured.put("lines." + format.threadName(i), after[i]);
        }
        for (Map.Entry<String, Long> thread : spent.entrySet()) {
            callersCpu += thread.getKey().startsWith("bench-") ? thread.getValue() : 0;
        }
        measured.put("calls", calls);
        measured.put("elapsedNs", elapsed);
        measured.put("cpuNs", cpu);
        measured.put("callersCpuNs", callersCpu);
    }

    private static void logUntil(LineSource lines, long endNs) {
        while (System.nanoTime() < endNs) {
            lines.log();
        }
    }
}
