package dev.millrace.journal;

import java.io.IOException;
import java.util.List;

/**
 * Lays padding over what a recovery gives up.
 *
 * <p>After a loss of power, positions of what is given up may be used again. Hence nothing of it may stay on the disk: the
 * next loss of power could bring it back, between or behind newer records. It is zeroed, what is left is sealed, and the
 * disk has both before the journal is opened. Within one boot nothing is asked of the disk.
 */
final class Padding {
    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

    private final long secret;
    private final boolean forGood;

    /** Whether the segment was changed that is not finished yet. */
    private boolean padded;

    private Segment looked;
    private int lookedBlock;
    private boolean lookedHolds;

    /** Padding for a recovery; {@code forGood} after a loss of power. */
    Padding(long secret, boolean forGood) {
        this.secret = secret;
        this.forGood = forGood;
    }

    /** Whether a sealed block is what was sealed. Asked for each record, answered by one look at the block. */
    boolean sealHolds(Segment segment, int block) {
        if (segment != looked || block != lookedBlock) {
            looked = segment;
            lookedBlock = block;
            lookedHolds = segment.sealHolds(block, secret);
        }
        return lookedHolds;
    }

    private boolean isSealedAndHolds(Segment segment, int block) {
        return segment.seal(block) != 0 && sealHolds(segment, block);
    }

    /** Makes a range padding. */
    void pad(Segment segment, int at, int bytes) throws IOException {
        padded = true;
        if (forGood) {
            padForGood(segment, at, bytes);
            return;
        }
        // First where the seal holds, because a reader in another process would take the new header for damage under
        // it. What is left in the block was verified just now.
        boolean holds = isSealedAndHolds(segment, at / BLOCK_BYTES);
        if (holds) {
            segment.unseal(at / BLOCK_BYTES);
        }
        writeHeader(segment, at, bytes);
        if (!holds) {
            // Behind the header: under a seal that fails nobody believes the old records, without one they would.
            segment.unseal(at / BLOCK_BYTES);
        }
    }

    private void writeHeader(Segment segment, int at, int bytes) throws IOException {
        long header = RecordFormat.header(RecordFormat.KIND_PADDING, bytes, segment.base() + at, secret);
        segment.file.writeWord((long) SegmentFormat.HEADER_BYTES + at, header);
    }

    /** Zeroes the range, too. Whatever fails on the way, the next recovery still finds what this one found. */
    private void padForGood(Segment segment, int at, int bytes) throws IOException {
        wipe(segment, at + RecordFormat.HEADER_BYTES, at + bytes);
        int block = at / BLOCK_BYTES;
        boolean holds = isSealedAndHolds(segment, block);
        writeHeader(segment, at, bytes);
        if (holds) {
            // The records before have nothing else that vouches for them.
            segment.sealAgain(block, secret);
        } else {
            segment.unseal(block);
        }
    }

    /**
     * Makes a whole segment padding: there is nothing to trust in it. Readers may have passed it, so its positions must
     * not be used again.
     */
    void giveUp(Segment segment) throws IOException {
        padded = true;
        // Before the rest is wiped: one that was cut short here is still told from a segment that was never written to.
        writeHeader(segment, 0, segment.segmentBytes);
        // Behind the header, as in pad.
        segment.unseal(0);
        if (forGood) {
            wipe(segment, RecordFormat.HEADER_BYTES, segment.segmentBytes);
        }
    }

    /**
     * Where a seal holds and records beside need it, what is given up is the rest of one record. No other header may be
     * left: with zeros sealed behind it, it would be believed.
     */
    private void wipe(Segment segment, int from, int to) throws IOException {
        for (int at = from; at < to; ) {
            int block = at / BLOCK_BYTES;
            int next = Math.min(to, (block + 1) * BLOCK_BYTES);
            boolean whole = next - at == BLOCK_BYTES;
            if (whole || !isSealedAndHolds(segment, block)) {
                segment.unseal(block);
                segment.wipe(at, next);
            }
            at = next;
        }
    }

    /**
     * The segment holds nothing but records and padding by now: seals what is not sealed, and has the disk keep it. The
     * first also where a file was cut: a reader in another process that stands in its zeros waits for a record otherwise.
     */
    void finish(Segment segment) throws IOException {
        if (padded && (forGood || segment.lostBytes() > 0)) {
            sealAll(segment);
            if (forGood) {
                segment.keep();
            }
        }
        padded = false;
    }

    private void sealAll(Segment segment) throws IOException {
        int block = 0;
        int firstRecord = 0;
        for (int at = 0; at < segment.segmentBytes; ) {
            at += recordBytes(segment, at);
            for (; block < at / BLOCK_BYTES; block++) {
                if (segment.seal(block) == 0) {
                    segment.seal(block, firstRecord, secret);
                }
                firstRecord = SegmentFormat.NO_RECORD_STARTS;
            }
            if (firstRecord == SegmentFormat.NO_RECORD_STARTS) {
                firstRecord = at % BLOCK_BYTES / RecordFormat.ALIGNMENT;
            }
        }
    }

    private static int recordBytes(Segment segment, int at) throws IOException {
        int length = RecordFormat.length(RecordFormat.headerAcquire(segment.data, at));
        if (length < RecordFormat.HEADER_BYTES || length > segment.segmentBytes - at) {
            throw new IOException("no record in a segment that was recovered: file=" + segment.file.path()
                    + ", position=" + (segment.base() + at) + ", length=" + length);
        }
        return RecordFormat.align(length);
    }

    /** What free segments hold was passed by all cursors, or is given up: after a loss of power the disk forgets it. */
    void forget(List<Segment> free) throws IOException {
        if (!forGood) {
            return;
        }
        for (Segment segment : free) {
            segment.free(System.nanoTime());
            segment.trim();
            segment.keep();
        }
    }
}
