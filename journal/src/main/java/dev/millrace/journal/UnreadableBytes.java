package dev.millrace.journal;

import java.io.IOException;

/**
 * What stands where no record can be given out: bytes that are not written yet, holes, zeros, damage, and padding. A reader
 * waits there, or passes over them and counts them.
 */
final class UnreadableBytes {
    private final ReadPlace place;
    private final RecordTrust trust;

    /** Whether records that were claimed and never committed are passed over, too. */
    boolean passOverHoles;

    UnreadableBytes(ReadPlace place) {
        this.place = place;
        this.trust = place.trust;
    }

    /** Goes past what is no record at {@code start}; false when the reader has to wait there. */
    boolean passOver(int start) throws IOException {
        if (start < place.segmentBytes && place.segment.isShort() && place.isMappedAgain()) {
            return true;
        }
        ForeignSegment segment = place.segment;
        long base = place.base;
        // Before the header: what stands behind the prepared space is of an earlier use of the segment.
        boolean prepared = start < segment.readableBytes();
        long header = prepared ? segment.headerAt(start) : 0;
        if (!segment.isStillAt(base)) {
            place.segment = null;
            return true;
        }
        int length = RecordFormat.length(header);
        // What is sealed was complete, and what is cut off stays so: no writer is still at it.
        int cutBytes = segment.cutBytes(start);
        boolean finished =
                cutBytes > 0 || (start < place.segmentBytes && segment.isSealed(start / SegmentFormat.BLOCK_BYTES));
        if (!prepared && !finished) {
            return passOverUnprepared(start);
        }
        if (header == 0 && !finished) {
            return passOverHoles && passOverZeros(start);
        }
        if (length < 0 && !finished && trust.isHeader(segment, base, start, header)) {
            return passOverHoles && passOverHole(start + RecordFormat.align(-length), start);
        }
        int next = cutBytes > 0 ? start : trust.trustedEnd(segment, base, start);
        if (next > start) {
            // Padding, which may be longer than any batch; a record that was committed just now is seen by the caller.
            if (place.isPadding(start)) {
                place.position = base + next;
            }
            return true;
        }
        return passOverDamage(start, cutBytes);
    }

    private boolean passOverHole(int next, int start) {
        place.holeBytes += next - start;
        place.position = place.base + next;
        return true;
    }

    private boolean passOverZeros(int start) throws IOException {
        int next = place.segment.firstWordFrom(start);
        return next >= 0 ? passOverHole(next, start) : isAnythingBehind() && passOverHole(place.segmentBytes, start);
    }

    /** A segment is prepared to its end before a later one is written to, unless its header is damaged. */
    private boolean passOverUnprepared(int start) throws IOException {
        if (!isAnythingBehind()) {
            return false;
        }
        // It may have been prepared, filled and left behind since it was looked at.
        if (place.isThereAgain() && start >= place.segment.readableBytes() && place.segment.isStillAt(place.base)) {
            place.damagedBytes += place.segmentBytes - start;
            place.position = place.base + place.segmentBytes;
        }
        return true;
    }

    private boolean passOverDamage(int start, int cutBytes) throws IOException {
        long base = place.base;
        if (trust.isVouchedOnly() && !place.control.rebootedSinceLastStamp()) {
            // Not damage: since this segment was entered, its owner came back and made whole what it found.
            trust.vouchedOnly(false);
            return true;
        }
        int next = trust.nextTrusted(place.segment, base, start);
        if (!place.segment.isStillAt(base)) {
            place.segment = null;
            return true;
        }
        if (next < 0) {
            if (!passOverHoles && !isAnythingBehind()) {
                return false;
            }
            // Once more: much may have been appended here since it was looked at.
            if (!place.isThereAgain() || trust.trustedEnd(place.segment, base, start) > start) {
                return true;
            }
            next = trust.nextTrusted(place.segment, base, start);
            next = next < 0 ? place.segmentBytes : next;
            if (!place.segment.isStillAt(base)) {
                return true;
            }
        }
        place.damagedBytes += cutBytes > 0 ? cutBytes : next - start;
        place.position = base + next;
        return true;
    }

    /** Whether a later segment was written to; some are always prepared ahead. */
    private boolean isAnythingBehind() throws IOException {
        int segmentBytes = place.segmentBytes;
        for (long later = place.segments.firstBaseFrom(place.base + segmentBytes);
                later >= 0;
                later = place.segments.firstListedFrom(later + segmentBytes)) {
            ForeignSegment behind = place.segments.at(later);
            if (behind != null && behind.firstWordFrom(0) >= 0) {
                return true;
            }
        }
        return false;
    }
}
