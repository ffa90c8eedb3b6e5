package dev.millrace.journal;

import java.nio.ByteBuffer;

/**
 * Tells a reader which records it has to read; others are passed over where they stand and not copied.
 *
 * @since 0.1.0
 */
public interface RecordSieve {
    /**
     * Whether the record is to be read. Asked under the cursor's lock, for each record once, in order; to be quick.
     *
     * @param data where the record stands, little-endian; other threads write to other places of it
     */
    boolean holds(ByteBuffer data, int payloadOffset, int payloadLength);
}
