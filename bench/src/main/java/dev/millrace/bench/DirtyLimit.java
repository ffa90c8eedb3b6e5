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
        tell(beyond(outputBytes, now()), out);
    }

    /** Prints a warning where there is one. */
    static void tell(String warning, PrintStream out) {
        if (!warning.isEmpty()) {
            out.println(warning);
        }
    }

    /** In bytes; 0 where it is not known. */
    static long now() throws IOException {
        return bytes(setting("dirty_background_bytes"), setting("dirty_background_ratio"));
    }

    /** What there is to say of a run for the page cache; empty where all of its output stays below the limit. */
    static String beyond(long outputBytes, long limitBytes) {
        return limitBytes > 0 && outputBytes > limitBytes
                ? String.format(
                        Locale.ROOT,
                        "The kernel begins to write at %.1f GiB of unwritten output, and a run has %.1f: the disk takes part. For"
                                + " the page cache alone: sysctl vm.dirty_background_ratio=60 vm.dirty_ratio=80",
                        gib(limitBytes),
                        gib(outputBytes))
                : "";
    }

    /** What there is to say of a run to the disk; empty where its output goes beyond the limit. */
    static String within(long outputBytes, long limitBytes) {
        return limitBytes > 0 && outputBytes <= limitBytes
                ? String.format(
                        Locale.ROOT,
                        "The kernel begins to write at %.1f GiB of unwritten output, and a run has %.1f: the page cache takes all of"
                                + " it, and the disk has it by one fsync at the end. For the disk beside the calls: more --events.",
                        gib(limitBytes),
                        gib(outputBytes))
                : "";
    }

    /** The kernel's settings, for readers. */
    static String settings() throws IOException {
        return "background " + setting("dirty_background_bytes", "dirty_background_ratio") + ", writers held at "
                + setting("dirty_bytes", "dirty_ratio");
    }

    private static String setting(String fixed, String share) throws IOException {
        long bytes = setting(fixed);
        long percent = setting(share);
        if (bytes > 0) {
            return bytes + " bytes";
        }
        return percent > 0 ? percent + " %" : "unknown";
    }

    private static double gib(long bytes) {
        return bytes / (double) (1 << 30);
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
