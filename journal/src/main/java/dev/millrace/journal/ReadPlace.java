package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where a reader stands in a journal that another process may own: a position, the segment that was entered there, and
 * what was passed over on the way.
 *
 * <p>The segment is recycled at any moment. Whoever looks into it asks afterwards whether it is still at {@link #base},
 * and leaves it where it is not: then the reader enters anew at its position. Not thread-safe.
 */
final class ReadPlace {
    final Path directory;
    final ControlPage control;
    final ForeignSegments segments;
    final RecordTrust trust;
    final int segmentBytes;
    private final long segmentMask;

    /** Null where none is entered. */
    ForeignSegment segment;

    /** Where {@link #segment} started when it was entered. */
    long base;

    /** Where the reader goes on. It may lie outside of the segment. */
    long position;

    /** Nothing is read from here on; where it is not the end of all, a segment starts there. */
    long limit = Long.MAX_VALUE;

    long overtakenBytes;
    long damagedBytes;
    long holeBytes;

    ReadPlace(Path directory, ControlPage control, ForeignSegments segments) {
        this.directory = directory;
        this.control = control;
        this.segments = segments;
        this.segmentBytes = control.segmentBytes();
        this.segmentMask = segmentBytes - 1L;
        this.trust = new RecordTrust(control.secret());
    }

    /** Where the segment starts that holds {@code position}. */
    long baseOf(long position) {
        return position & ~segmentMask;
    }

    /** Goes to a piece of the journal, and forgets what was passed over. */
    void toPiece(long from, long to) {
        segment = null;
        limit = to;
        goBackTo(from, 0, 0, 0);
    }

    /** As if nothing had been read since these were the figures. */
    void goBackTo(long itsPosition, long itsOvertaken, long itsDamaged, long itsHoles) {
        position = itsPosition;
        overtakenBytes = itsOvertaken;
        damagedBytes = itsDamaged;
        holeBytes = itsHoles;
    }

    void goOnBehind(JournalPassage passage) {
        segment = null;
        goBackTo(
                passage.endPosition(),
                overtakenBytes + passage.overtakenBytes(),
                damagedBytes + passage.damagedBytes(),
                holeBytes + passage.holeBytes());
    }

    /** Enters the segment of the position, or the next one that is still there; false when there is none. */
    boolean enterSegment() throws IOException {
        if (isInSegment()) {
            return true;
        }
        long wanted = baseOf(position);
        if (enter(wanted)) {
            return true;
        }
        long first = Math.min(limit, segments.firstBaseFrom(wanted));
        if (first < 0 || enter(wanted)) {
            return first >= 0;
        }
        // What precedes is recycled first. So where that is still there, what follows is not recycled but missing.
        boolean missing = segment != null && base < position && segments.isThere(base);
        while (first >= 0) {
            if (missing || segments.isBroken(baseOf(position))) {
                damagedBytes += first - position;
            } else {
                overtakenBytes += first - position;
            }
            position = first;
            if (first == limit || enter(first)) {
                return first < limit;
            }
            // One that turns out to be none is passed, too.
            first = Math.min(limit, segments.firstListedFrom(first + 1));
        }
        return false;
    }

    private boolean isInSegment() {
        return segment != null && position >= base && position < base + segmentBytes && segment.base() == base;
    }

    /** Enters the segment that holds what precedes the position, or the one before; false when there is none. */
    boolean enterSegmentBefore() throws IOException {
        long last = position - 1;
        if (last < 0) {
            return false;
        }
        if (segment != null && base <= last && last < base + segmentBytes && segment.base() == base) {
            return true;
        }
        if (enter(baseOf(last))) {
            return true;
        }
        long before = segments.lastBaseBefore(baseOf(last));
        while (before >= 0) {
            position = before + segmentBytes;
            if (enter(before)) {
                return true;
            }
            before = segments.lastListedBefore(before);
        }
        return false;
    }

    /** Enters the segment that starts at {@code wanted}; false when there is none. */
    boolean enter(long wanted) throws IOException {
        ForeignSegment found = segments.at(wanted);
        if (found == null) {
            return false;
        }
        segment = found;
        base = wanted;
        trust.vouchedOnly(control.rebootedSinceLastStamp());
        return true;
    }

    /** Whether the file is longer by now than what is mapped of it. */
    boolean isMappedAgain() throws IOException {
        ForeignSegment before = segment;
        return enter(base) && segment != before;
    }

    /** Archives are unpacked into one place: who looked at a later one unpacks this one again. */
    boolean isThereAgain() throws IOException {
        return segment.isStillAt(base) || enter(base);
    }

    /** Where the run of trusted records from {@code start} on ends, within {@code capacity} or after one record. */
    int committedEnd(int start, int capacity) {
        int at = start;
        while (at < segmentBytes && at < segment.data.capacity()) {
            if (at == start && isPadding(at)) {
                return start;
            }
            int next = trust.trustedEnd(segment, base, at);
            if (next == at || next > segment.data.capacity() || (next - start > capacity && at > start)) {
                break;
            }
            at = next;
        }
        return at;
    }

    boolean isPadding(int at) {
        return RecordFormat.kind(segment.headerAt(at)) == RecordFormat.KIND_PADDING;
    }

    /** Copies a part of the segment; false when it was recycled meanwhile. */
    boolean copy(ReadBatch batch, int start, int end) {
        segment.data.get(start, batch.array(end - start), 0, end - start);
        if (!segment.isStillAt(base)) {
            segment = null;
            return false;
        }
        batch.filled(base + start, end - start);
        return true;
    }
}
