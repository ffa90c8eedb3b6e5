package dev.millrace.journal;

import java.util.function.LongPredicate;

/** Which sealed blocks of a segment need not be read, as their summaries say. Whether they are damaged is not asked. */
final class UnwantedBlocks {
    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

    private static final int UNKNOWN = -1;

    private final LongPredicate mayHold;

    /** {@code mayHold} says of a {@link RecordSummary} whether something of it may be wanted. */
    UnwantedBlocks(LongPredicate mayHold) {
        this.mayHold = mayHold;
    }

    private boolean isUnwanted(ForeignSegment segment, int block) {
        long summary = segment.summary(block);
        return summary != 0 && !mayHold.test(summary);
    }

    /** Where the first record from {@code start} on stands that may be wanted, as far as is known. */
    int endFrom(ForeignSegment segment, int start) {
        int at = start;
        while (at < segment.segmentBytes && isUnwanted(segment, at / BLOCK_BYTES)) {
            int next = firstStartBehind(segment, at / BLOCK_BYTES);
            if (next == UNKNOWN) {
                break;
            }
            at = next;
        }
        return at;
    }

    /** How many bytes from {@code start} on, {@code most} at most, there are before records that are unwanted again. */
    int wantedFrom(ForeignSegment segment, int start, int most) {
        int end = Math.min(start + most, segment.segmentBytes);
        for (int block = start / BLOCK_BYTES + 1; block * BLOCK_BYTES < end; block++) {
            if (isUnwanted(segment, block)) {
                // What reaches into the block from before may be wanted.
                int first = segment.firstRecord(block);
                return first < 0 ? most : Math.min(first, end) - start;
            }
        }
        return most;
    }

    /** Where the last record before {@code stop} ends that may be wanted, as far as is known. */
    int startBefore(ForeignSegment segment, int stop) {
        int at = stop;
        int block = blockOfLastStart(segment, at);
        while (block != UNKNOWN && isUnwanted(segment, block)) {
            at = segment.firstRecord(block);
            block = blockOfLastStart(segment, at);
        }
        return at;
    }

    /** Where records start that reach to {@code stop} without unwanted ones between them, {@code most} bytes before at most. */
    int wantedUpTo(ForeignSegment segment, int stop, int most) {
        int start = Math.max(0, stop - most);
        for (int block = blockOfLastStart(segment, stop) - 1; block >= start / BLOCK_BYTES; block--) {
            if (isUnwanted(segment, block)) {
                return Math.max(start, firstStartBehind(segment, block));
            }
        }
        return start;
    }

    /** Where the first record starts behind a block, which may be the segment's end. */
    private static int firstStartBehind(ForeignSegment segment, int block) {
        for (int next = block + 1; next < segment.blocks(); next++) {
            int first = segment.firstRecord(next);
            if (first >= 0 || !segment.isSealed(next)) {
                return first;
            }
        }
        return segment.segmentBytes;
    }

    /** In which block the last record before {@code stop} starts. */
    private static int blockOfLastStart(ForeignSegment segment, int stop) {
        for (int block = (stop - 1) / BLOCK_BYTES; stop > 0 && block >= 0; block--) {
            int first = segment.firstRecord(block);
            if (first >= 0 && first < stop) {
                return block;
            }
            if (!segment.isSealed(block)) {
                break;
            }
        }
        return UNKNOWN;
    }
}
