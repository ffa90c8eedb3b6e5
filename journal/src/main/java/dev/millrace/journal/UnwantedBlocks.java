package dev.millrace.journal;

import java.util.function.LongPredicate;

/** Which sealed blocks of a segment need not be read, as their summaries say. Whether they are damaged is not asked. */
final class UnwantedBlocks {
    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

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
            int next = at / BLOCK_BYTES + 1;
            int first = next < segment.blocks() ? segment.firstRecord(next) : segment.segmentBytes;
            if (first < 0) {
                break;
            }
            at = first;
        }
        return at;
    }

    /** Where the last record before {@code stop} ends that may be wanted, as far as is known. */
    int startBefore(ForeignSegment segment, int stop) {
        int at = stop;
        while (at > 0 && isUnwanted(segment, (at - 1) / BLOCK_BYTES)) {
            int first = segment.firstRecord((at - 1) / BLOCK_BYTES);
            if (first < 0 || first >= at) {
                break;
            }
            at = first;
        }
        return at;
    }
}
