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

    /** Stands where records were passed over: a header, how many bytes it was and how many records. */
    private static final int GAP_BYTES = RecordFormat.HEADER_BYTES + Long.BYTES;

    private static final int MOST_SIEVED_BYTES = 1 << 20;

    private final int capacityBytes;
    private byte[] bytes;
    // Journal position of the array's first byte, had nothing been passed over before the current record.
    private long start;
    private long firstPosition;
    private long endPosition;
    private boolean sieved;
    private long passedOver;

    private long markedStart;
    private long markedPassedOver;
    private int markedNext;

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
        firstPosition = startPosition;
        length = lengthBytes;
        sieved = false;
        rewind();
    }

    /**
     * Copies what the sieve holds of a segment's committed records.
     *
     * @return the place in the segment behind the last one that was looked at
     */
    int sieve(Segment segment, int from, long startPosition, RecordSieve sieve) {
        int most = Math.min(segment.preparedBytes(), from + MOST_SIEVED_BYTES);
        int at = from;
        int to = 0;
        int gapBytes = 0;
        int gapRecords = 0;
        array(GAP_BYTES);
        while (at < most) {
            long header = RecordFormat.headerAcquire(segment.data, at);
            int recordLength = RecordFormat.length(header);
            int recordBytes = RecordFormat.align(recordLength);
            if (recordLength < RecordFormat.HEADER_BYTES || recordLength > segment.segmentBytes - at) {
                break;
            }
            boolean isPadding = RecordFormat.kind(header) == RecordFormat.KIND_PADDING;
            int head = headBytes(header);
            if (!isPadding && (recordLength < head || sieve.holds(segment.data, at + head, recordLength - head))) {
                int room = recordBytes + 2 * GAP_BYTES;
                if (to + gapBytes > 0 && to + room > capacityBytes) {
                    break;
                }
                array(to + room);
                to = putGap(to, gapBytes, gapRecords);
                gapBytes = 0;
                gapRecords = 0;
                segment.data.get(at, bytes, to, recordBytes);
                to += recordBytes;
            } else {
                gapBytes += recordBytes;
                gapRecords += isPadding ? 0 : 1;
            }
            at += recordBytes;
        }
        filled(startPosition, putGap(to, gapBytes, gapRecords));
        endPosition = startPosition + (at - from);
        sieved = true;
        return at;
    }

    private int putGap(int to, int gapBytes, int gapRecords) {
        if (gapBytes == 0) {
            return to;
        }
        RecordFormat.put(bytes, to, (long) RecordFormat.KIND_PADDING << 32 | GAP_BYTES);
        RecordFormat.put(bytes, to + RecordFormat.HEADER_BYTES, (long) gapRecords << 32 | gapBytes);
        return to + GAP_BYTES;
    }

    private void passGap() {
        long gap = RecordFormat.header(bytes, payloadOffset);
        start += (int) gap - GAP_BYTES;
        passedOver += gap >>> 32;
    }

    /** How many records were passed over before the current one, or before the end, since this was last asked. */
    public long takePassedOver() {
        long taken = passedOver;
        passedOver = 0;
        return taken;
    }

    long startPosition() {
        return firstPosition;
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
            if (sieved) {
                passGap();
            }
        }
        return false;
    }

    private void moveTo(long header) {
        int head = headBytes(header);
        int recordLength = RecordFormat.length(header);
        offset = next;
        next += RecordFormat.align(recordLength);
        payloadOffset = offset + head;
        payloadLength = Math.max(0, recordLength - head);
    }

    private static int headBytes(long header) {
        return RecordFormat.HEADER_BYTES
                + (RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA ? RecordFormat.CHECKSUM_BYTES : 0);
    }

    /**
     * Moves to the record of data before the current one; from a batch that was just filled, to its last. A batch is
     * walked in one direction.
     *
     * @return false at the start of the batch
     */
    public boolean previous() {
        if (sieved) {
            throw new IllegalStateException("records were passed over: this batch is walked forward only");
        }
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
        start = firstPosition;
        passedOver = 0;
        next = 0;
        preceding = -1;
        mark();
    }

    /** Marks the place behind the current record, for {@link #reset}. */
    public void mark() {
        markedStart = start;
        markedPassedOver = passedOver;
        markedNext = next;
    }

    /** Goes back to the place that was marked last, at first the start. */
    public void reset() {
        start = markedStart;
        passedOver = markedPassedOver;
        next = markedNext;
    }

    /** How many bytes of the batch stand behind the current record, be they padding. */
    public int restBytes() {
        return length - next;
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
        return sieved ? endPosition : firstPosition + length;
    }
}
