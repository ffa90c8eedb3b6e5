package dev.millrace.core.outbox;

import java.nio.file.Path;

/**
 * What an outbox knows about the batch in its data area.
 *
 * @param journalBegin journal position of the batch's first record
 * @param journalEnd journal position behind its last record
 * @param file the file it goes to; null when its name is too long to be kept
 * @param fileIdentity {@link FileIdentity} of that file
 * @param offsetBefore length of the file before the batch, in bytes
 * @param start first byte of the data area that is not known to be in the file
 * @param length bytes of the data area that belong to the batch
 * @param totals the sink's running counters once the batch is out
 * @param roll where a rolling sink stands with this batch; null for others
 * @param move a step of a roll of {@code file}, which has no bytes; null for a batch
 * @param key the key whose files roll, where a sink has some for each key; else null
 * @param parts where the files of a batch that goes to several are told; null for others
 * @since 0.1.0
 */
public record OutboxBatch(
        long journalBegin,
        long journalEnd,
        Path file,
        long fileIdentity,
        long offsetBefore,
        int start,
        int length,
        Totals totals,
        RollMark roll,
        FileMove move,
        String key,
        PartsTable parts) {
    /** A batch has no journal range because nothing was written before it. */
    public static final long NO_POSITION = -1;

    /** A batch of a sink that does not roll. */
    public OutboxBatch(
            long journalBegin,
            long journalEnd,
            Path file,
            long fileIdentity,
            long offsetBefore,
            int start,
            int length,
            Totals totals) {
        this(journalBegin, journalEnd, file, fileIdentity, offsetBefore, start, length, totals, null, null);
    }

    /** A batch, or a step of a roll, of a sink that writes to one file. */
    public OutboxBatch(
            long journalBegin,
            long journalEnd,
            Path file,
            long fileIdentity,
            long offsetBefore,
            int start,
            int length,
            Totals totals,
            RollMark roll,
            FileMove move) {
        this(journalBegin, journalEnd, file, fileIdentity, offsetBefore, start, length, totals, roll, move, null, null);
    }

    /** A batch of {@code length} bytes that goes to several files, as its parts say. */
    public static OutboxBatch ofParts(long journalBegin, long journalEnd, int length, Totals totals) {
        return new OutboxBatch(journalBegin, journalEnd, null, FileIdentity.NONE, 0, 0, length, totals);
    }

    /** Whether it goes to several files. */
    public boolean hasParts() {
        return parts != null;
    }

    OutboxBatch withParts(PartsTable table) {
        return new OutboxBatch(
                journalBegin, journalEnd, null, FileIdentity.NONE, 0, 0, length, totals, null, null, null, table);
    }

    /** The same batch, which stands for nothing in the journal any more. */
    OutboxBatch withoutPosition() {
        return new OutboxBatch(
                NO_POSITION,
                NO_POSITION,
                file,
                fileIdentity,
                offsetBefore,
                start,
                length,
                Totals.NONE,
                roll,
                move,
                key,
                parts);
    }

    /** Whether it says up to where the journal was written: not so for a roll before the first batch. */
    public boolean hasPosition() {
        return journalEnd != NO_POSITION;
    }

    /** The same batch, of which the bytes before {@code newStart} are out; the rest goes behind {@code newOffset}. */
    public OutboxBatch continuedAt(int newStart, long newIdentity, long newOffset, Path newFile) {
        return new OutboxBatch(
                journalBegin, journalEnd, newFile, newIdentity, newOffset, newStart, length, totals, roll, null);
    }

    /** A text between events, which stands for nothing in the journal; {@code batch}, the last one, may be null. */
    public static OutboxBatch textAfter(
            OutboxBatch batch, Path file, long identity, long offset, int length, RollMark roll) {
        return new OutboxBatch(
                batch == null ? NO_POSITION : batch.journalBegin,
                batch == null ? NO_POSITION : batch.journalEnd,
                file,
                identity,
                offset,
                0,
                length,
                batch == null ? Totals.NONE : batch.totals,
                roll,
                null);
    }

    /** The same for a text that goes to several files. */
    public static OutboxBatch textOfPartsAfter(OutboxBatch batch, int length) {
        return textAfter(batch, null, FileIdentity.NONE, 0, length, null);
    }

    /** The step of a roll that follows this batch, once that is out; {@code batch} is null when there was none. */
    static OutboxBatch moveAfter(
            OutboxBatch batch, Path from, long fromIdentity, RollMark roll, FileMove move, String key) {
        return new OutboxBatch(
                batch == null ? NO_POSITION : batch.journalBegin,
                batch == null ? NO_POSITION : batch.journalEnd,
                from,
                fromIdentity,
                0,
                0,
                0,
                batch == null ? Totals.NONE : batch.totals,
                roll,
                move,
                key,
                null);
    }
}
