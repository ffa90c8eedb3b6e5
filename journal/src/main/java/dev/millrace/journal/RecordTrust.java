package dev.millrace.journal;

/**
 * Decides which records of a foreign segment may be given out: committed, with a header that belongs there, and whole as
 * far as a seal or a checksum tells.
 */
final class RecordTrust {
    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(SegmentFormat.BLOCK_BYTES);

    private final long secret;
    private final byte[] piece = new byte[SegmentFormat.PIECE_BYTES];

    /** Whether bytes that nothing vouches for may have been lost in a failure of power. */
    private boolean vouchedOnly;

    RecordTrust(long secret) {
        this.secret = secret;
    }

    void vouchedOnly(boolean only) {
        vouchedOnly = only;
    }

    boolean isVouchedOnly() {
        return vouchedOnly;
    }

    boolean isHeader(ForeignSegment segment, long base, int at, long header) {
        return RecordFormat.valid(header, base + at, secret, segment.segmentBytes - at);
    }

    /** Where the blocks end whose seals vouch for every byte from {@code start} on, at most {@code most} bytes further. */
    int sealedEnd(ForeignSegment segment, long base, int start, int most) {
        int readable = segment.readableBytes();
        int end = start;
        int blockEnd = start & -SegmentFormat.BLOCK_BYTES;
        while (end == start || (end == blockEnd && end - start < most)) {
            int block = blockEnd >>> BLOCK_SHIFT;
            blockEnd += SegmentFormat.BLOCK_BYTES;
            if (blockEnd > readable || !segment.isSealed(block) || !segment.sealHolds(block, base, secret, piece)) {
                break;
            }
            end = Math.min(blockEnd, start + most);
        }
        return end;
    }

    /**
     * How many of a batch's bytes are whole records of data, or padding behind such; those that are wanted are
     * listed, where somebody chooses. Whether they were committed and are what was written is not asked: a seal has said so.
     */
    int wholeRecords(ReadBatch batch, int roomBytes, ChoosingBatch choosing) {
        byte[] copy = batch.bytes();
        int lengthBytes = batch.lengthBytes();
        long position = batch.startPosition();
        int at = 0;
        while (at <= lengthBytes - RecordFormat.HEADER_BYTES) {
            long header = RecordFormat.header(copy, at);
            int length = RecordFormat.length(header);
            if (length <= 0
                    || !RecordFormat.valid(header, position + at, secret, roomBytes - at)
                    || (at == 0 && RecordFormat.kind(header) == RecordFormat.KIND_PADDING)) {
                break;
            }
            int next = at + RecordFormat.align(length);
            if (next > lengthBytes) {
                break;
            }
            if (choosing != null && RecordFormat.kind(header) != RecordFormat.KIND_PADDING) {
                choosing.list(at, header);
            }
            at = next;
        }
        return at;
    }

    /** End of the committed and trusted record (or padding) at {@code at}; {@code at} itself when there is none. */
    int trustedEnd(ForeignSegment segment, long base, int at) {
        if (at >= segment.data.capacity()) {
            // Cut off.
            return at;
        }
        long header = segment.headerAt(at);
        int length = RecordFormat.length(header);
        if (length <= 0 || !isHeader(segment, base, at, header)) {
            return at;
        }
        int next = at + RecordFormat.align(length);
        boolean padding = RecordFormat.kind(header) == RecordFormat.KIND_PADDING;
        // Padding may reach behind what is readable: nothing of it is read.
        if (!padding && next > segment.readableBytes()) {
            return at;
        }
        return isTrusted(segment, base, at, padding ? at + RecordFormat.HEADER_BYTES : next, header) ? next : at;
    }

    private boolean isTrusted(ForeignSegment segment, long base, int at, int next, long header) {
        boolean sealed = true;
        boolean broken = false;
        for (int block = at >>> BLOCK_SHIFT; block <= (next - 1) >>> BLOCK_SHIFT; block++) {
            if (!segment.isSealed(block)) {
                sealed = false;
            } else if (!segment.sealHolds(block, base, secret, piece)) {
                broken = true;
            }
        }
        if (sealed && !broken) {
            return true;
        }
        if (RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA) {
            return RecordFormat.checksumHolds(segment.data, at, base + at, RecordFormat.length(header), secret, piece);
        }
        return !broken && !vouchedOnly;
    }

    /**
     * The first place from {@code from} on at which a trusted record starts; -1 when there is none. To be asked from what was
     * not trusted on, and not behind its first word: a header that belongs there says how much is passed over with it.
     */
    int nextTrusted(ForeignSegment segment, long base, int from) {
        int end = segment.readableBytes();
        int bytes;
        for (int at = from; at < end; at += bytes) {
            bytes = RecordFormat.ALIGNMENT;
            long header = segment.headerAt(at);
            if (RecordFormat.length(header) > 0 && isHeader(segment, base, at, header)) {
                if (trustedEnd(segment, base, at) > at) {
                    return at;
                }
                // Not a word: where each one is such a header, the same bytes would be summed up for each.
                bytes = RecordFormat.align(RecordFormat.length(header));
            }
        }
        return -1;
    }

    /**
     * A place at or before {@code at} where a record is known to start: where a good seal says so, else the segment's
     * start.
     */
    int boundaryBefore(ForeignSegment segment, long base, int at) {
        for (int block = Math.min(at, segment.data.capacity() - 1) >> BLOCK_SHIFT; block > 0; block--) {
            if (segment.isSealed(block) && segment.sealHolds(block, base, secret, piece)) {
                int first = segment.firstRecord(block);
                if (first >= 0 && first <= at) {
                    return first;
                }
            }
        }
        return 0;
    }
}
