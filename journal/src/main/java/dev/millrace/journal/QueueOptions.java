package dev.millrace.journal;

import java.io.IOException;
import java.util.Objects;

/**
 * How a queue is opened for appending. Immutable; begin with {@link #defaults()}.
 *
 * @param budgetBytes upper bound of all segment files together; 0 for half of the disk's free space at the opening, to which
 *     counts what the queue itself holds. When it is spent, appends wait or are refused until retention gives segments up. Not less than
 *     {@value JournalOptions#MIN_BUDGET_BYTES}
 * @param segmentBytes size of a segment, a power of two between 256 KiB and 32 MiB; 0 for the largest within a sixteenth
 *     of the budget. It is the unit in which space is given up, a quarter of it (at most 1 MiB) is the largest record, and
 *     a restart begins a new one. It is fixed when the queue is created: {@link JournalQueue#open} refuses another value
 *     later
 * @param block true: an append waits when the budget is spent; false: it is refused. A full disk is refused always
 * @param recordChecksums true: each record carries a checksum (4 bytes and about 10 ns), so that after a loss of power
 *     each that reached the disk is known to be whole. False: blocks of 64 KiB are sealed in the background within 40 ms,
 *     and after a loss of power what was not sealed is given up; {@link JournalQueue#sync} seals. Sync at times or with each append sets it
 * @param sync when the disk is asked
 * @param retention what is kept
 * @param compression other than {@link QueueCompression#NONE}: a segment that is sealed, that every required cursor has
 *     committed, and that four newer ones follow is compressed in the background into a third to a tenth of its size and
 *     stays readable. Compressed segments count towards a budget of the same size of their own; when that is spent,
 *     segments stay as they are. Reading such a record unpacks the mebibyte around it, some milliseconds, into a segment's
 *     worth of memory outside of the heap. NONE: nothing is compressed; what was compressed before stays so
 * @param listener told of everything worth knowing, on the queue's thread or the opening one
 * @since 0.1.0
 */
public record QueueOptions(
        long budgetBytes,
        int segmentBytes,
        boolean block,
        boolean recordChecksums,
        QueueSync sync,
        QueueRetention retention,
        QueueCompression compression,
        QueueListener listener) {
    /** Checks the options. */
    public QueueOptions {
        Objects.requireNonNull(sync, "sync");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(compression, "compression");
        Objects.requireNonNull(listener, "listener");
        requireLibrary(compression);
        if (budgetBytes != 0 && budgetBytes < JournalOptions.MIN_BUDGET_BYTES) {
            throw new IllegalArgumentException(
                    "budget too small: budgetBytes=" + budgetBytes + ", minimum=" + JournalOptions.MIN_BUDGET_BYTES);
        }
        JournalOptions.requireSize(segmentBytes);
        if (budgetBytes != 0 && segmentBytes != 0 && budgetBytes < 4L * segmentBytes) {
            throw new IllegalArgumentException("budget too small for its segments: budgetBytes=" + budgetBytes
                    + ", segmentBytes=" + segmentBytes + ", four segments at least");
        }
        if (budgetBytes != 0 && retention.bytes() != Long.MAX_VALUE && retention.bytes() >= budgetBytes) {
            throw new IllegalArgumentException("retention keeps more than the budget: retention.bytes="
                    + retention.bytes() + ", budgetBytes=" + budgetBytes);
        }
        recordChecksums |= !sync.isNone();
    }

    private static void requireLibrary(QueueCompression compression) {
        try {
            if (compression == QueueCompression.ZSTD) {
                ZstdLibrary ignored = ZstdLibrary.get();
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the queue cannot be compressed: " + e.getMessage(), e);
        }
    }

    /** Half of the free disk, appends that wait, seals, no sync, everything is kept as it is, nobody is told. */
    public static QueueOptions defaults() {
        return new QueueOptions(
                0,
                0,
                true,
                false,
                QueueSync.none(),
                QueueRetention.everything(),
                QueueCompression.NONE,
                (notice, message, cause) -> {});
    }

    /** The same with another budget. */
    public QueueOptions withBudgetBytes(long bytes) {
        return new QueueOptions(bytes, segmentBytes, block, recordChecksums, sync, retention, compression, listener);
    }

    /** The same with another size of segments. */
    public QueueOptions withSegmentBytes(int bytes) {
        return new QueueOptions(budgetBytes, bytes, block, recordChecksums, sync, retention, compression, listener);
    }

    /** The same with appends that wait, or are refused, when the budget is spent. */
    public QueueOptions withBlock(boolean waits) {
        return new QueueOptions(
                budgetBytes, segmentBytes, waits, recordChecksums, sync, retention, compression, listener);
    }

    /** The same with or without a checksum in each record. */
    public QueueOptions withRecordChecksums(boolean checksums) {
        return new QueueOptions(budgetBytes, segmentBytes, block, checksums, sync, retention, compression, listener);
    }

    /** The same with another time of sync. */
    public QueueOptions withSync(QueueSync when) {
        return new QueueOptions(
                budgetBytes, segmentBytes, block, recordChecksums, when, retention, compression, listener);
    }

    /** The same with another retention. */
    public QueueOptions withRetention(QueueRetention kept) {
        return new QueueOptions(budgetBytes, segmentBytes, block, recordChecksums, sync, kept, compression, listener);
    }

    /**
     * The same with another compression of what has been read.
     *
     * @throws IllegalArgumentException when the program lacks the library for it
     */
    public QueueOptions withCompression(QueueCompression with) {
        return new QueueOptions(budgetBytes, segmentBytes, block, recordChecksums, sync, retention, with, listener);
    }

    /** The same with another listener. */
    public QueueOptions withListener(QueueListener told) {
        return new QueueOptions(budgetBytes, segmentBytes, block, recordChecksums, sync, retention, compression, told);
    }
}
