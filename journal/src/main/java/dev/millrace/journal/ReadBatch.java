package dev.millrace.journal;

/**
 * A reusable heap copy of consecutive committed records, walked one record at a time.
 *
 * <p>Filled by {@link Cursor#fill(ReadBatch)}. Not thread-safe: it belongs to the one thread that reads through the
 * cursor. The payload of the current record is {@code bytes()[payloadOffset() .. payloadOffset() + payloadLength())}.
 *
 * @since 0.1.0
 */
public final class ReadBatch {
    /** Creates a batch of at most {@code capacityBytes}; it grows when a single record is larger. */
    public ReadBatch(int capacityBytes) {
        throw new UnsupportedOperationException();
    }

    /** Moves to the next record of data; false at the end of the batch. Padding is passed over. */
    public boolean next() {
        throw new UnsupportedOperationException();
    }

    /** The array that holds the records. It may be another one after the next fill. */
    public byte[] bytes() {
        throw new UnsupportedOperationException();
    }

    /** Where the current record's payload starts in {@link #bytes()}. */
    public int payloadOffset() {
        throw new UnsupportedOperationException();
    }

    /** Length in bytes of the current record's payload. */
    public int payloadLength() {
        throw new UnsupportedOperationException();
    }

    /** Journal position of the current record. */
    public long position() {
        throw new UnsupportedOperationException();
    }

    /** Journal position just behind the current record: pass it to {@link Cursor#release(long)} once it is dealt with. */
    public long nextPosition() {
        throw new UnsupportedOperationException();
    }

    /** Journal position just behind the last record (or padding) of the batch. */
    public long endPosition() {
        throw new UnsupportedOperationException();
    }
}
