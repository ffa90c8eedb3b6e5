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
        Totals totals) {
    /** The same batch, of which the bytes before {@code newStart} are out; the rest goes behind {@code newOffset}. */
    public OutboxBatch continuedAt(int newStart, long newIdentity, long newOffset, Path newFile) {
        return new OutboxBatch(journalBegin, journalEnd, newFile, newIdentity, newOffset, newStart, length, totals);
    }
}
