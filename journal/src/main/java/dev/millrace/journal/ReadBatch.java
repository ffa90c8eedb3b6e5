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
    private final int capacity;
    private byte[] bytes;
    private int length;
    private long start;
    private int next;
    private int offset;
    private int payloadOffset;
    private int payloadLength;

    /** Creates a batch of at most {@code capacityBytes}; it grows when a single record is larger. */
    public ReadBatch(int capacityBytes) {
        this.capacity = capacityBytes;
        this.bytes = new byte[capacityBytes];
    }

    int capacity() {
        return capacity;
    }

    byte[] array(int needed) {
        if (bytes.length < needed) {
            bytes = new byte[needed];
        }
        return bytes;
    }

    void filled(long startPosition, int lengthBytes) {
        start = startPosition;
        length = lengthBytes;
        next = 0;
    }

    /** Moves to the next record of data; false at the end of the batch. Padding is passed over. */
    public boolean next() {
        while (next < length) {
            long header = RecordFormat.header(bytes, next);
            offset = next;
            next += RecordFormat.align(RecordFormat.length(header));
            int kind = RecordFormat.kind(header);
            if (kind != RecordFormat.KIND_PADDING) {
                int skip = kind == RecordFormat.KIND_CHECKED_DATA ? RecordFormat.CHECKSUM_BYTES : 0;
                payloadOffset = offset + RecordFormat.HEADER_BYTES + skip;
                payloadLength = RecordFormat.length(header) - RecordFormat.HEADER_BYTES - skip;
                return true;
            }
        }
        return false;
    }

    /** The array that holds the records. It may be another one after the next fill. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the current record's payload starts in {@link #bytes()}. */
    public int payloadOffset() {
        return payloadOffset;
    }

    /** Length in bytes of the current record's payload. */
    public int payloadLength() {
        return payloadLength;
    }

    /** Journal position of the current record. */
    public long position() {
        return start + offset;
    }

    /** Journal position just behind the current record: pass it to {@link Cursor#release(long)} once it is dealt with. */
    public long nextPosition() {
        return start + next;
    }

    /** Journal position just behind the last record (or padding) of the batch. */
    public long endPosition() {
        return start + length;
    }
}
