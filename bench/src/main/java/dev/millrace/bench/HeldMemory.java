package dev.millrace.bench;

import dev.millrace.bench.driver.WarmMemory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Most of the machine's free memory, held while backends are compared. A virtual machine's host may take free memory
 * away and bring it back page by page when it is touched again, at ten times the price of the copy itself. Whose output
 * lands in such pages is then a matter of luck and of pace: a slower run frees more of them, and gets slower. With the
 * rest of the memory held, every backend's output goes where the {@link WarmMemory} just was.
 */
final class HeldMemory implements AutoCloseable {
    /** Left for the forks, for the journal and for what the kernel keeps beside a file's pages. */
    private static final long SLACK_BYTES = 2L << 30;

    /** Runs that write less are for an impression. */
    private static final long WORTH_BYTES = 1L << 30;

    private static final int PIECE_BYTES = 256 << 20;

    // Only to be kept.
    private final List<ByteBuffer> pieces = new ArrayList<>();

    HeldMemory() {}

    /**
     * Holds all but what a run of that much output needs, if this is a virtual machine and the run is long; nothing with
     * {@code --hold=never}.
     */
    static HeldMemory around(long outputBytes, Options options, PrintStream out) throws IOException {
        boolean wanted = options.oneOf("hold", "auto", "never").equals("auto");
        // What is wrong with it is said now, and not after the minute that this takes.
        int ignored = options.count("runs");
        HeldMemory held = new HeldMemory();
        if (!wanted || outputBytes < WORTH_BYTES || !Machine.isVirtual()) {
            return held;
        }
        long room = Machine.availableBytes() - outputBytes - WarmMemory.LEAD_BYTES - SLACK_BYTES;
        out.printf(
                Locale.ROOT,
                "A virtual machine: holding %.1f GiB of its memory, so that every backend gets the same pages ...%n",
                Math.max(0, room) / (double) (1 << 30));
        // Allocating is touching: direct memory is zeroed.
        held.hold(room, ByteBuffer::allocateDirect, out);
        return held;
    }

    /** Holds that much, or as much as there is. */
    void hold(long bytes, IntFunction<ByteBuffer> memory, PrintStream out) {
        try {
            for (long room = bytes; room >= PIECE_BYTES; room -= PIECE_BYTES) {
                pieces.add(memory.apply(PIECE_BYTES));
            }
        } catch (OutOfMemoryError e) {
            out.printf(
                    Locale.ROOT,
                    "No more than %.1f GiB could be held: backends may get pages that differ in price.%n",
                    pieces.size() * (double) PIECE_BYTES / (1 << 30));
        }
    }

    /** Gives it back: only a collection frees direct memory. */
    @Override
    public void close() {
        if (!pieces.isEmpty()) {
            pieces.clear();
            System.gc();
        }
    }
}
