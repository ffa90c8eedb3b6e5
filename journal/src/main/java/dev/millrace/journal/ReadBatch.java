package dev.millrace.journal;

import java.util.Arrays;

/**
 * A reusable heap copy of consecutive committed records, walked one record at a time.
 *
 * <p>Filled by {@link Cursor#fill(ReadBatch)} or {@link JournalReader#fill(ReadBatch)}. Not thread-safe: it belongs to the one thread that reads through the
 * cursor. The payload of the current record is {@code bytes()[payloadOffset() .. payloadOffset() + payloadLength())}.
 *
 * @since 0.1.0
 */
public class ReadBatch {
    /** A header fits here, also behind a record that ends between two places. */
    private static final int BEHIND_BYTES = 2 * RecordFormat.HEADER_BYTES;

    private final int capacityBytes;
    private byte[] bytes;
    private long start;

    /** How much of what was copied counts. */
    int length;

    /** Where the next record starts. */
    int next;

    private int offset;
    private int payloadOffset;
    private int payloadLength;

    /** Where the records of data start, once somebody walks backwards. */
    private int[] starts = new int[0];

    /** Number of starts that {@link #previous()} has not come to; -1 before it was called. */
    private int preceding;

    /** Creates a batch of at most {@code capacityBytes}; it grows when a single record is larger. */
    public ReadBatch(int capacityBytes) {
        this.capacityBytes = capacityBytes;
        this.bytes = new byte[capacityBytes + BEHIND_BYTES];
    }

    /** How much it takes at most, as it was created; a single record may be larger. */
    public int capacityBytes() {
        return capacityBytes;
    }

    byte[] array(int needed) {
        if (bytes.length < needed + BEHIND_BYTES) {
            bytes = new byte[needed + BEHIND_BYTES];
        }
        return bytes;
    }

    void filled(long startPosition, int lengthBytes) {
        start = startPosition;
        length = lengthBytes;
        next = 0;
        preceding = -1;
    }

    long startPosition() {
        return start;
    }

    /** Moves to the next record of data; false at the end of the batch. Padding is passed over. */
    public boolean next() {
        // Behind the last record there is room for a header, and what stands there is longer than what is left. So
        // padding, damage and the end of the batch share a branch that is taken often. One of its own for padding would
        // be compiled as never taken, and the first end of a segment would throw that code away.
        long header = RecordFormat.header(bytes, next);
        int recordLength = RecordFormat.length(header);
        if ((((RecordFormat.kind(header) ^ RecordFormat.KIND_PADDING) - 1)
                        | (recordLength - (long) RecordFormat.HEADER_BYTES)
                        | (length - next - (long) recordLength))
                < 0) {
            return nextBehindPadding();
        }
        moveTo(header);
        return true;
    }

    private boolean nextBehindPadding() {
        while (next < length) {
            long header = RecordFormat.header(bytes, next);
            int recordLength = RecordFormat.length(header);
            if (recordLength < RecordFormat.HEADER_BYTES || recordLength > length - next) {
                // Nobody writes that; whoever has write access to another process's journal can.
                next = length;
                return false;
            }
            moveTo(header);
            if (RecordFormat.kind(header) != RecordFormat.KIND_PADDING) {
                return true;
            }
        }
        return false;
    }

    private void moveTo(long header) {
        int skip = RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA ? RecordFormat.CHECKSUM_BYTES : 0;
        int recordLength = RecordFormat.length(header);
        offset = next;
        next += RecordFormat.align(recordLength);
        payloadOffset = offset + RecordFormat.HEADER_BYTES + skip;
        payloadLength = Math.max(0, recordLength - RecordFormat.HEADER_BYTES - skip);
    }

    /**
     * Moves to the record of data before the current one; from a batch that was just filled, to its last. A batch is
     * walked in one direction.
     *
     * @return false at the start of the batch
     */
    public boolean previous() {
        if (preceding < 0) {
            preceding = 0;
            next = 0;
            while (next()) {
                if (preceding == starts.length) {
                    starts = Arrays.copyOf(starts, Math.max(64, 2 * preceding));
                }
                starts[preceding++] = offset;
            }
        }
        if (preceding == 0) {
            return false;
        }
        next = starts[--preceding];
        return next();
    }

    /** Goes back before the first record, for a second walk forward. */
    public void rewind() {
        next = 0;
        preceding = -1;
    }

    /** How many bytes at the start of {@link #bytes()} hold the batch: records with their headers, and padding. */
    public int lengthBytes() {
        return length;
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
