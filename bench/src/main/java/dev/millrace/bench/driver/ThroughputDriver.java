package dev.millrace.bench.driver;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** As many lines as the threads can log; the clock stops when the last one is in the file. */
final class ThroughputDriver implements Driver {
    private final LineSource.Maker maker;

    /** With lines that are logged. */
    ThroughputDriver() {
        this(LineSource::new);
    }

    ThroughputDriver(LineSource.Maker maker) {
        this.maker = maker;
    }

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        long warmupEach = parameters.longCount("warmup") / threads;
        long eventsEach = parameters.longCount("events") / threads;
        long tailLines = parameters.longCount("tailLines");
        boolean toDisk = parameters.isOn("toDisk");
        LineFormat format = LineFormat.of(parameters.count("messageBytes"), threads);
        FileProgress file = new FileProgress(parameters.file(), format);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Workers workers = new Workers(threads, format, parameters.isOn("virtual"), maker);
        boolean watchesMemory = parameters.isAsked("memory");

        workers.run((worker, lines) -> logMany(lines, warmupEach));
        boolean complete = file.awaitLines(warmupEach * threads - tailLines);
        if (toDisk) {
            sync(parameters.file());
        }
        if (watchesMemory) {
            MemoryUse.now().putWarm(measured);
        }

        Map<String, Long> threadsBefore = ThreadCpu.read();
        ThreadMXBean threadTimes = ManagementFactory.getThreadMXBean();
        long ownBefore = threadTimes.getCurrentThreadCpuTime();
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        workers.run((worker, lines) -> logMany(lines, eventsEach));
        long returned = System.nanoTime();
        complete &= file.awaitLines((warmupEach + eventsEach) * threads - tailLines);
        if (tailLines > 0) {
            OpenBackend.close();
        }
        if (toDisk) {
            sync(parameters.file());
        }
        // A backend that loses lines is through when its file stops growing.
        long written = complete ? System.nanoTime() : file.grownAtNs();
        // What this thread spent looking at the file is the bench's and not the backend's.
        long cpu = system.getProcessCpuTime() - cpuBefore - (threadTimes.getCurrentThreadCpuTime() - ownBefore);
        Map<String, Long> threadsSpent = ThreadCpu.since(threadsBefore);
        if (watchesMemory) {
            MemoryUse.now().putAtEnd(measured);
        }

        workers.close();
        measured.put("complete", complete ? 1 : 0);
        measured.put("linesEach", warmupEach + eventsEach);
        measured.put("events", eventsEach * threads);
        measured.put("callsNs", returned - start);
        measured.put("fileNs", written - start);
        measured.put("cpuNs", cpu);
        threadsSpent.forEach((name, spent) -> measured.put("cpu.thread." + name, spent));
    }

    static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(false);
        }
    }

    private static void logMany(LineSource lines, long count) {
        for (long i = 0; i < count; i++) {
            lines.log();
        }
    }
}
