package dev.millrace.journal;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Finds the segment of a position: a ring over the segment numbers.
 *
 * <p>The keeper writes an entry before it raises the limit that lets appenders use it (release), appenders read the
 * limit first (acquire); hence the entry itself needs no order of its own.
 */
final class SegmentTable {
    static final int MAX_PLACES = 1 << 20;

    private final AtomicReferenceArray<Segment> ring;
    private final int mask;
    private final int shift;

    /** A table for segments that lie within both together of each other. */
    SegmentTable(int segmentBytes, long budgetBytes, long foundBytes) {
        long segments = budgetBytes / segmentBytes + foundBytes / segmentBytes + 5;
        // Twice as many places as segments can be alive: an old entry is always gone before its place is used again.
        long places = Math.max(16, Long.highestOneBit(segments) * 4);
        this.ring = new AtomicReferenceArray<>((int) Math.min(MAX_PLACES, places));
        this.mask = ring.length() - 1;
        this.shift = Integer.numberOfTrailingZeros(segmentBytes);
    }

    /**
     * The entry for a position whose segment was published when the caller looked: its segment while nothing can have freed
     * that, as behind a claim; otherwise perhaps another one by now, or null.
     */
    Segment at(long position) {
        return ring.getPlain(index(position));
    }

    /** The published segment that holds the position, or null. */
    Segment find(long position) {
        Segment segment = ring.getAcquire(index(position));
        return segment != null && segment.base() == (position >>> shift) << shift ? segment : null;
    }

    void put(Segment segment) {
        ring.setRelease(index(segment.base()), segment);
    }

    void remove(Segment segment) {
        ring.compareAndSet(index(segment.base()), segment, null);
    }

    int capacity() {
        return ring.length();
    }

    private int index(long position) {
        return (int) (position >>> shift) & mask;
    }
}
