package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * Seals finished blocks that are still wanted: behind the tail for some time and not yet passed by every cursor. Where
 * nothing lags there is nothing to seal. Keeper only.
 */
final class Sealer {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What one step seals. */
    static final long MOST_BYTES = 1L << 20;

    private static final int CACHE_LINE_BYTES = 64;

    /** What is read, walked and summed up at a time: it stays in the nearest cache meanwhile. */
    private static final int PIECE_BYTES = 8 << 10;

    private static final int BLOCK_SHIFT = Integer.numberOfTrailingZeros(SegmentFormat.BLOCK_BYTES);

    private final Journal journal;
    private long nextNs = System.nanoTime();
    private long target;

    /** Record boundary up to which headers have been walked. */
    private long walked = -1;

    /** Number of the block that {@link #walked} is in, and where its first record starts. */
    private long block;

    private int firstRecordWord;

    /** Number of the first block that was walked from its start and is not sealed; one ahead after a jump into one. */
    private long unsealed;

    /** Number of the block that a jump to where a reader stands led into; -1 when it led to the start of one. */
    private long entered = -1;

    /** What the records are that start in the block, as far as they were walked. */
    private long summary;

    /** Null where nobody asked for summaries. */
    private final RecordSummary summaries;

    /** Number of the piece that was read ahead of the walk. */
    private long readAhead = -1;

    /** The checksum of the block from its start to {@link #summed}, while it was entered there. */
    private CRC32C sum;

    private long summed;

    private final byte[] piece = new byte[SegmentFormat.PIECE_BYTES];

    /** Never looked at: without it the compiler may leave out what is read ahead. */
    @SuppressWarnings("unused")
    private long readWords;

    Sealer(Journal journal) {
        this.journal = journal;
        this.summaries = journal.options.summary();
    }

    /** Seals what was there at the last look. */
    void seal(long tail, long released, long now) {
        boolean all = false;
        while (!all) {
            all = sealSome(tail, released, now);
        }
    }

    /**
     * Seals a mebibyte of what was there at the last look.
     *
     * @return false when some of that is left for another call
     */
    boolean sealSome(long tail, long released, long now) {
        if (now < nextNs) {
            return true;
        }
        sealEntered(released);
        if (walked < released) {
            jumpTo(released);
            entered = walked == (block << BLOCK_SHIFT) ? -1 : block;
        }
        long stop = Math.min(target, walked + MOST_BYTES);
        while (walked < stop) {
            if (walked >= journal.prepared) {
                // Claimed, and not there yet: what a segment holds behind this may be of its earlier use.
                return finished(tail, now);
            }
            Segment segment = journal.table.find(walked);
            if (segment == null) {
                jumpTo((walked & ~journal.segmentMask) + journal.segmentBytes);
                continue;
            }
            int at = (int) (walked & journal.segmentMask);
            if (at == 0 && segment.isSealed()) {
                // Of an earlier process: sealing it again would vouch for what may have been damaged since.
                jumpTo(walked + journal.segmentBytes);
                continue;
            }
            if (!walk(segment, Math.min(stop, Math.min(journal.prepared, walked - at + journal.segmentBytes)))) {
                if (!isDamaged(segment)) {
                    return finished(tail, now);
                }
                // What is behind it stays unsealed: nobody can vouch for it.
                jumpTo((walked & ~journal.segmentMask) + journal.segmentBytes);
            }
        }
        return walked >= target && finished(tail, now);
    }

    /** Whether the walk ended at what is neither a record nor to become one. */
    private boolean isDamaged(Segment segment) {
        int at = (int) (walked & journal.segmentMask);
        long header = RecordFormat.headerAcquire(segment.data, at);
        return RecordFormat.length(header) > 0
                && !RecordFormat.valid(header, walked, journal.secret, journal.segmentBytes - at);
    }

    /**
     * Walks from header to header, a piece at a time: what is asked once a piece is nothing beside what is asked for every
     * record.
     *
     * @return false where a record is not committed
     */
    private boolean walk(Segment segment, long stop) {
        boolean committed = true;
        while (committed && walked < stop) {
            readAhead(segment);
            long pieceEnd = Math.min(stop, (walked / PIECE_BYTES + 1) * PIECE_BYTES);
            long position = walkPiece(segment.data, pieceEnd);
            committed = position >= pieceEnd;
            moveTo(position);
        }
        return committed;
    }

    /**
     * Walks one piece, to its end or to a record that is not committed. A loop over all pieces and records would be
     * compiled twice, for its middle and for its beginning.
     */
    private long walkPiece(ByteBuffer data, long pieceEnd) {
        long mask = journal.segmentMask;
        int end = journal.segmentBytes;
        long position = walked;
        long seen = summary;
        do {
            int at = (int) (position & mask);
            long header = RecordFormat.headerAcquire(data, at);
            int length = RecordFormat.length(header);
            // Not committed, or no length that a record can have there: one branch for all, as it is asked of every
            // record.
            if (((length - RecordFormat.HEADER_BYTES) | (end - at - length)) < 0) {
                break;
            }
            if (summaries != null && RecordFormat.kind(header) == RecordFormat.KIND_DATA) {
                seen |= summaries.of(data, at + RecordFormat.HEADER_BYTES, length - RecordFormat.HEADER_BYTES);
            }
            position += RecordFormat.align(length);
        } while (position < pieceEnd);
        summary = seen;
        return position;
    }

    /**
     * Seals a mebibyte of what lies before {@code end}, also what came since the last look.
     *
     * @return where it stands: before {@code end} when there is more, or a record that is not committed
     */
    long sealTowards(long end, long released, long now) {
        nextNs = now;
        target = end;
        boolean ignored = sealSome(end, released, now);
        return walked;
    }

    private boolean finished(long tail, long now) {
        nextNs = now + EVERY_NS;
        target = tail;
        return true;
    }

    /**
     * Reads a finished piece in order, once: the walk from header to header would wait for memory at each of them, and the
     * checksum reads all of it anyway.
     */
    private void readAhead(Segment segment) {
        long number = walked / PIECE_BYTES;
        long end = (number + 1) * PIECE_BYTES;
        if (number == readAhead || end > target) {
            return;
        }
        readAhead = number;
        int from = (int) (walked & journal.segmentMask);
        int to = from + (int) (end - walked);
        long words = 0;
        for (int at = from; at < to; at += CACHE_LINE_BYTES) {
            words |= segment.data.getLong(at);
        }
        readWords = words;
    }

    /**
     * Seals the block in the middle of which a reader stood at the last jump, where what follows was walked since and the
     * reader has not come further: what it has not read of that block waits longest of all. Then only is the segment walked
     * from its start, to find the block's first record.
     */
    private void sealEntered(long released) {
        long end = (entered + 1) << BLOCK_SHIFT;
        if (entered < 0 || walked < end) {
            return;
        }
        long number = entered;
        // First: what stands before the reader may not be there to be read any more, at each look.
        entered = -1;
        Segment segment = released < end ? journal.table.find(end - 1) : null;
        if (segment != null) {
            Sealer behind = new Sealer(journal);
            behind.jumpTo(segment.base());
            behind.unsealed = number;
            boolean ignored = behind.walk(segment, end);
        }
    }

    private void jumpTo(long position) {
        walked = position;
        block = position >>> BLOCK_SHIFT;
        unsealed = (position + SegmentFormat.BLOCK_BYTES - 1) >>> BLOCK_SHIFT;
        firstRecordWord = 0;
        summary = 0;
        summed = position;
    }

    private void moveTo(long position) {
        long next = position >>> BLOCK_SHIFT;
        if (next != block) {
            for (; unsealed < next; unsealed++) {
                boolean isInside = unsealed != block;
                sealBlock(
                        unsealed, isInside ? SegmentFormat.NO_RECORD_STARTS : firstRecordWord, isInside ? 0 : summary);
            }
            summary = 0;
            block = next;
            firstRecordWord = (int) (position & (SegmentFormat.BLOCK_BYTES - 1)) / RecordFormat.ALIGNMENT;
            summed = next << BLOCK_SHIFT;
        }
        walked = position;
        if (position > summed && unsealed == block) {
            sumUpTo(position);
        }
    }

    /** All records before {@code position} are complete, so what lies there does not change any more. */
    private void sumUpTo(long position) {
        Segment segment = journal.table.find(summed);
        if (segment == null) {
            return;
        }
        int at = (int) (summed & journal.segmentMask);
        if ((at & (SegmentFormat.BLOCK_BYTES - 1)) == 0) {
            sum = SegmentFormat.blockSum(summed, journal.secret);
        }
        SegmentFormat.sumUp(sum, segment.data, at, at + (int) (position - summed), piece);
        summed = position;
    }

    private void sealBlock(long number, int firstRecord, long itsSummary) {
        long position = number << BLOCK_SHIFT;
        Segment segment = journal.table.find(position);
        int block = (int) ((position & journal.segmentMask) >>> BLOCK_SHIFT);
        if (segment != null && segment.seal(block) == 0) {
            summed = Math.max(summed, position);
            sumUpTo(position + SegmentFormat.BLOCK_BYTES);
            segment.sealAs(block, firstRecord, (int) sum.getValue(), itsSummary);
        }
    }
}
