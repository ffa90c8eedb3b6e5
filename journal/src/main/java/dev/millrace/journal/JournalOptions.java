package dev.millrace.journal;

import java.util.Objects;

/**
 * How a journal is opened. Immutable once built.
 *
 * @param budgetBytes upper bound of all segment files together
 * @param segmentBytes size of a segment's data, a power of two between 256 KiB and 32 MiB; 0 chooses one by the budget
 * @param block true: an appender waits when the budget is spent (never on a full disk); false: it is refused
 * @param recordChecksums true: every record carries its own CRC32C
 * @param listener told of everything worth a status
 * @param retention what is kept of the records that all cursors have passed; null for nothing. A journal that keeps some
 *     is sealed to its end when it is closed and its files stay
 * @param summary what seals say about records; null for nothing
 * @since 0.1.0
 */
public record JournalOptions(
        long budgetBytes,
        int segmentBytes,
        boolean block,
        boolean recordChecksums,
        JournalListener listener,
        Retention retention,
        RecordSummary summary) {
    /** Smallest budget a journal works with. */
    public static final long MIN_BUDGET_BYTES = 2L << 20;

    private static final long MAX_BYTES_IN_MEMORY = 128L << 20;

    /** Checks the options. */
    public JournalOptions {
        Objects.requireNonNull(listener, "listener");
        requireSize(segmentBytes);
    }

    static void requireSize(int segmentBytes) {
        if (segmentBytes != 0 && !SegmentFormat.isSize(segmentBytes)) {
            throw new IllegalArgumentException("no size for a segment, a power of two from "
                    + SegmentFormat.MIN_SEGMENT_BYTES + " to " + SegmentFormat.MAX_SEGMENT_BYTES + ": segmentBytes="
                    + segmentBytes);
        }
    }

    /** Options of a journal that keeps nothing. */
    public JournalOptions(
            long budgetBytes, int segmentBytes, boolean block, boolean recordChecksums, JournalListener listener) {
        this(budgetBytes, segmentBytes, block, recordChecksums, listener, null, null);
    }

    /** The budget of a journal that has to live in memory, when none is configured. */
    public static long budgetBytesInMemory() {
        return Math.max(Math.min(MAX_BYTES_IN_MEMORY, Runtime.getRuntime().maxMemory() / 8), MIN_BUDGET_BYTES);
    }
}
