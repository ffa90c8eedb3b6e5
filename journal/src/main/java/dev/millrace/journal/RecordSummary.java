package dev.millrace.journal;

import java.nio.ByteBuffer;

/**
 * What the seals of a journal say about the records of their blocks, so that readers pass over blocks in which nothing
 * that they want can be. Runs on the journal's thread, for each record that is sealed: must be quick, and not throw.
 *
 * @since 0.1.0
 */
public interface RecordSummary {
    /**
     * The bits that stand for a record, 33 at most; a block has those of all its records. A block that has none of the lowest
     * 17 is never passed over.
     *
     * @param data holds the record's payload, little-endian; not to be written, moved, or kept
     */
    long of(ByteBuffer data, int payloadOffset, int payloadLength);
}
