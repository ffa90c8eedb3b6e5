package dev.millrace.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * From how much unwritten output on the kernel writes to the disk beside those who write, and slows them down. A run
 * with more output than that measures the disk, too; memory that {@link HeldMemory} holds lowers the limit, which is a
 * share of the memory that is available.
 */
final class DirtyLimit {
    private static final Path SETTINGS = Path.of("/proc/sys/vm");

    private DirtyLimit() {}

    /** Says so when outputs of that size do not stay below the limit. */
    static void warn(long outputBytes, PrintStream out) throws IOException {
        long limit = bytes(setting("dirty_background_bytes"), setting("dirty_background_ratio"));
        if (limit > 0 && outputBytes > limit) {
            out.printf(
                    Locale.ROOT,
                    "The kernel begins to write at %.1f GiB of unwritten output, and a run has %.1f: the disk takes part."
                            + " For the page cache alone: sysctl vm.dirty_background_ratio=60 vm.dirty_ratio=80%n",
                    limit / (double) (1 << 30),
                    outputBytes / (double) (1 << 30));
        }
    }

    private static long bytes(long fixed, long percent) throws IOException {
        return fixed > 0 ? fixed : Machine.availableBytes() / 100 * percent;
    }

    private static long setting(String name) throws IOException {
        Path file = SETTINGS.resolve(name);
        if (!Files.isReadable(file)) {
            return 0;
        }
        // In one read: what follows the first one of a setting is its end, however short that was.
        byte[] text = new byte[32];
        try (InputStream in = Files.newInputStream(file)) {
            int length = Math.max(0, in.read(text));
            return Long.parseLong(new String(text, 0, length, StandardCharsets.US_ASCII).trim());
        }
    }
}
