package dev.millrace.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.millrace.bench.driver.FactFile;
import dev.millrace.bench.report.MachineFacts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What a figure was measured on, and how much of it others took meanwhile. */
final class Machine {
    private static final int STEAL_COLUMN = 8;

    private Machine() {}

    /** One line: processors, memory, kernel, file system, JDK, date. */
    static String describe(Path work, Path javaHome) throws IOException {
        MachineFacts facts = facts(work, javaHome);
        return String.format(
                Locale.ROOT,
                "%s, %d processors, %s of memory, %s, %s, load %s, JDK %s, %tF",
                facts.processor(),
                facts.processors(),
                facts.memory(),
                facts.system(),
                facts.fileSystem(),
                facts.load(),
                facts.jdk(),
                System.currentTimeMillis());
    }

    /** The same as data, without the steal of a run that only begins. */
    static MachineFacts facts(Path work, Path javaHome) throws IOException {
        return facts(work, javaHome, null);
    }

    /** The same with a second JDK, or without one. */
    static MachineFacts facts(Path work, Path javaHome, Path otherJavaHome) throws IOException {
        FileStore store = Files.getFileStore(work);
        return new MachineFacts(
                FactFile.field(Path.of("/proc/cpuinfo"), "model name", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                memory(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                store.type(),
                exactRelease(javaHome),
                firstWord(Path.of("/proc/loadavg")),
                MillraceVersion.read(),
                otherJavaHome == null ? null : exactRelease(otherJavaHome),
                String.join(" ", Fork.STEADY_HEAP),
                DirtyLimit.settings(),
                0);
    }

    /** Ticks of 10 ms that the hypervisor gave to others since boot, and all ticks; zeros where it is not known. */
    static long[] stealTicks() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/stat"))) {
                if (line.startsWith("cpu ")) {
                    String[] words = line.trim().split("\\s+");
                    long all = 0;
                    for (int i = 1; i < Math.min(words.length, STEAL_COLUMN + 1); i++) {
                        all += Long.parseLong(words[i]);
                    }
                    return new long[] {words.length > STEAL_COLUMN ? Long.parseLong(words[STEAL_COLUMN]) : 0, all};
                }
            }
        } catch (IOException | NumberFormatException e) {
            // not Linux
        }
        return new long[2];
    }

    /** Share of the machine's time, in percent, that the hypervisor gave to others since the earlier reading. */
    static double stealPercent(long[] before) {
        long[] now = stealTicks();
        long all = now[1] - before[1];
        return all <= 0 ? 0 : 100.0 * (now[0] - before[0]) / all;
    }

    /** Whether a hypervisor is below, as far as the processor says so. */
    static boolean isVirtual() throws IOException {
        return (" " + FactFile.field(Path.of("/proc/cpuinfo"), "flags", "") + " ").contains(" hypervisor ");
    }

    /**
     * Memory that programs could have without anything being written out, and within the limit of a container; 0 where it
     * is not known.
     */
    static long availableBytes() throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return availableBytes(
                memoryBytes("MemTotal"),
                memoryBytes("MemAvailable"),
                system.getTotalMemorySize(),
                system.getFreeMemorySize());
    }

    /**
     * The same of what the machine and the JVM say.
     *
     * @param limitBytes what the JVM takes for all memory: less than the machine's in a container with a limit
     * @param freeBytes what is free below that limit; without one, less than what is available
     */
    static long availableBytes(long machineBytes, long availableBytes, long limitBytes, long freeBytes) {
        return limitBytes < machineBytes ? Math.min(availableBytes, freeBytes) : availableBytes;
    }

    private static String memory() throws IOException {
        long bytes = memoryBytes("MemTotal");
        return bytes > 0 ? String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1 << 30)) : "unknown";
    }

    private static long memoryBytes(String name) throws IOException {
        return FactFile.bytes(Path.of("/proc/meminfo"), name);
    }

    /** With its build and whose it is, as far as it says so. */
    private static String exactRelease(Path javaHome) throws IOException {
        String version = FactFile.field(javaHome.resolve("release"), "JAVA_RUNTIME_VERSION", release(javaHome));
        String vendor = FactFile.field(javaHome.resolve("release"), "IMPLEMENTOR", "");
        return vendor.isEmpty() ? version : version + " (" + vendor + ")";
    }

    /** The version of a JDK. */
    static String release(Path javaHome) throws IOException {
        return FactFile.field(javaHome.resolve("release"), "JAVA_VERSION", javaHome.toString());
    }

    private static String firstWord(Path file) throws IOException {
        return Files.isReadable(file) ? Files.readString(file).split(" ")[0] : "unknown";
    }
}
