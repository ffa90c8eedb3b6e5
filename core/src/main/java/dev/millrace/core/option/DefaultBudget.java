package dev.millrace.core.option;

import dev.millrace.journal.JournalOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The journal's budget when none is configured: at most 1 GB, at most a tenth of the free space, and where the
 * directory is memory (tmpfs) at most a tenth of the memory the process may use.
 *
 * @since 0.1.0
 */
public final class DefaultBudget {
    /** Below this a burst soon spends the budget. */
    public static final long SMALL_BYTES = 16L << 20;

    private static final long MAX_BYTES = 1L << 30;
    private static final long UNLIMITED = Long.MAX_VALUE;

    private DefaultBudget() {}

    /** The budget in bytes for a journal in this existing directory. */
    public static long bytesFor(Path directory) {
        long budgetBytes = MAX_BYTES;
        try {
            FileStore store = Files.getFileStore(directory);
            budgetBytes = Math.min(budgetBytes, store.getUsableSpace() / 10);
            String type = store.type();
            if (type.equals("tmpfs") || type.equals("ramfs")) {
                budgetBytes = Math.min(budgetBytes, memoryLimitBytes(Path.of("/")) / 10);
            }
        } catch (IOException | RuntimeException e) {
            // A store that cannot be asked: the journal finds out by writing, and refuses what does not fit.
            budgetBytes = SMALL_BYTES;
        }
        return Math.max(budgetBytes, JournalOptions.MIN_BUDGET_BYTES);
    }

    /** The budget in bytes for a journal in memory. */
    public static long bytesInMemory() {
        return JournalOptions.budgetBytesInMemory();
    }

    /** The smaller of the container's and the machine's memory, as the files below {@code root} tell it. */
    static long memoryLimitBytes(Path root) {
        long limit = number(root.resolve("sys/fs/cgroup/memory.max"));
        limit = Math.min(limit, number(root.resolve("sys/fs/cgroup/memory/memory.limit_in_bytes")));
        return Math.min(limit, totalMemoryBytes(root.resolve("proc/meminfo")));
    }

    private static long number(Path file) {
        try {
            return Long.parseLong(
                    Files.readString(file, StandardCharsets.US_ASCII).trim());
        } catch (IOException | RuntimeException e) {
            return UNLIMITED;
        }
    }

    private static long totalMemoryBytes(Path file) {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            String line = reader.readLine();
            if (line == null || !line.startsWith("MemTotal:") || !line.endsWith("kB")) {
                return UNLIMITED;
            }
            return Long.parseLong(line.substring(9, line.length() - 2).trim()) << 10;
        } catch (IOException | RuntimeException e) {
            return UNLIMITED;
        }
    }
}
