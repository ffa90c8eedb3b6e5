package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Processor time of every thread of this process, the JVM's own ones too; empty where the system does not tell. */
final class ThreadCpu {
    private static final Path TASKS = Path.of("/proc/self/task");

    private ThreadCpu() {}

    /** Nanoseconds of the calling thread; 0 where the system does not tell. */
    static long own() throws IOException {
        Path own = Path.of("/proc/thread-self/schedstat");
        if (!Files.exists(own)) {
            return 0;
        }
        String times = Files.readString(own);
        return Long.parseLong(times.substring(0, times.indexOf(' ')));
    }

    /** Nanoseconds by thread: {@code <id> <name>}. */
    static Map<String, Long> read() throws IOException {
        return read(TASKS);
    }

    static Map<String, Long> read(Path tasks) throws IOException {
        Map<String, Long> spent = new HashMap<>();
        if (!Files.isDirectory(tasks)) {
            return spent;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                read(task, spent);
            }
        }
        return spent;
    }

    private static void read(Path task, Map<String, Long> spent) {
        try {
            String name = Files.readString(task.resolve("comm")).trim();
            String times = Files.readString(task.resolve("schedstat"));
            spent.put(task.getFileName() + " " + name, Long.parseLong(times.substring(0, times.indexOf(' '))));
        } catch (IOException | NumberFormatException | StringIndexOutOfBoundsException e) {
            // It ended while it was read, or the kernel keeps no such statistics: a row less.
        }
    }

    /** What each name has spent since the earlier reading, in nanoseconds; names that spent nothing are left out. */
    static Map<String, Long> since(Map<String, Long> before) throws IOException {
        Map<String, Long> spent = new TreeMap<>();
        read().forEach((thread, now) -> {
            long delta = now - before.getOrDefault(thread, 0L);
            if (delta > 0) {
                String name = thread.substring(thread.indexOf(' ') + 1).replace(' ', '_');
                spent.merge(name, delta, Long::sum);
            }
        });
        return spent;
    }
}
