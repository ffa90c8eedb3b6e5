package dev.millrace.journal;

import java.io.IOException;

/** Moves a reader's place to another one: to either end of the journal, to a position, or to a time. */
final class JournalSeek {
    private final ReadPlace place;

    JournalSeek(ReadPlace place) {
        this.place = place;
    }

    void toStart() throws IOException {
        boolean ignored = Rereading.read(place, this::atStart);
    }

    private boolean atStart() throws IOException {
        place.segment = null;
        place.position = Math.max(0, place.segments.firstBaseFrom(0));
        return true;
    }

    void toEnd() throws IOException {
        // Again where a segment is gone: who opens the journal takes back what was prepared, and begins there anew.
        while (!Rereading.read(place, this::atEnd)) {
            place.segment = null;
        }
    }

    private boolean atEnd() throws IOException {
        place.position = 0;
        ForeignSegments segments = place.segments;
        for (long last = segments.lastBase(); last >= 0; last = segments.lastBaseBefore(last)) {
            if (!place.enter(last)) {
                meetNextBefore(last);
                return false;
            }
            if (!atFirst(place.segmentBytes)) {
                return false;
            }
            // The newest segments may be prepared and not used yet.
            if (place.position > last) {
                return true;
            }
        }
        return true;
    }

    /** Of archives that are none all those that follow are found out at once: each listing would show only one of them. */
    private void meetNextBefore(long base) throws IOException {
        ForeignSegments segments = place.segments;
        long before = segments.lastListedBefore(base);
        while (before >= 0 && !place.enter(before)) {
            before = segments.lastListedBefore(before);
        }
    }

    void toPosition(long position) throws IOException {
        boolean ignored = Rereading.read(place, () -> at(position));
    }

    private boolean at(long position) throws IOException {
        long base = place.baseOf(position);
        place.segment = null;
        place.position = base;
        if (base == position || !place.enter(base) || !atFirst((int) (position - base))) {
            // Nothing may be there yet. When there is, records start at multiples only.
            int unit = RecordFormat.ALIGNMENT;
            place.position = -(-Math.min(position, Long.MAX_VALUE - unit + 1) & -unit);
        }
        return true;
    }

    void toTime(long epochMs) throws IOException {
        if (!Rereading.read(place, () -> atTime(epochMs))) {
            toEnd();
        }
    }

    private boolean atTime(long epochMs) throws IOException {
        place.segment = null;
        // One after the other: the owner's clock may have been set back, and then times do not ascend.
        for (long start : place.segments.bases()) {
            int block = blockOf(start, epochMs);
            if (block >= 0) {
                return at(start + block * (long) SegmentFormat.BLOCK_BYTES);
            }
        }
        return false;
    }

    /** The first block of a segment that may hold what was appended at that time or later; -1 when none does. */
    private int blockOf(long base, long epochMs) throws IOException {
        ForeignSegment found = place.segments.headerAt(base);
        for (int block = 0; found != null && block < found.blocks(); block++) {
            if (found.sealedMs(block) >= epochMs) {
                return block;
            }
        }
        return -1;
    }

    /** Moves to the first boundary at or behind {@code target}, or to the end of what is committed. */
    private boolean atFirst(int target) {
        ForeignSegment segment = place.segment;
        RecordTrust trust = place.trust;
        long base = place.base;
        int at = trust.boundaryBefore(segment, base, target);
        int end = segment.data.capacity();
        while (at < target && at < end) {
            int next = trust.trustedEnd(segment, base, at);
            if (next == at) {
                next = trust.nextTrusted(segment, base, at);
                if (next < 0) {
                    break;
                }
            }
            at = next;
        }
        if (!segment.isStillAt(base)) {
            place.segment = null;
            return false;
        }
        place.position = base + at;
        return true;
    }
}
