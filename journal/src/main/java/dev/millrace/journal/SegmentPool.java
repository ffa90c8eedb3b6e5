package dev.millrace.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Free segments, the one used last first. Those of a past burst give their memory back one after the other: a file its
 * disk space, while its mapping stays for the next burst; direct memory goes with its segment. For the keeper, which has
 * its lock.
 */
final class SegmentPool {
    private static final long TRIM_AFTER_NS = TimeUnit.SECONDS.toNanos(30);

    private final Deque<Segment> segments = new ArrayDeque<>();

    /** Puts a segment behind all others. */
    void putLast(Segment segment) {
        segments.addLast(segment);
    }

    /** Puts a segment where it is taken next. */
    void put(Segment segment) {
        segments.addFirst(segment);
    }

    /** The segment that was used last; null without any. */
    Segment take() {
        return segments.pollFirst();
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    int size() {
        return segments.size();
    }

    void removeIf(Predicate<Segment> which) {
        segments.removeIf(which);
    }

    /** Each segment's zeros go through its file the next time. */
    void distrust() {
        segments.forEach(Segment::distrust);
    }

    /**
     * Gives the memory of one segment back that was not used for long. One whose file is gone is given up for that.
     *
     * @throws IOException when its file does not let go of it: the segment stays, and is tried again later
     */
    void trimOne(long nowNs) throws IOException {
        for (Iterator<Segment> oldestFirst = segments.descendingIterator(); oldestFirst.hasNext(); ) {
            Segment segment = oldestFirst.next();
            if (!segment.isDirty()) {
                continue;
            }
            if (nowNs - segment.freeSinceNs < TRIM_AFTER_NS) {
                return;
            }
            oldestFirst.remove();
            if (!segment.isInMemory() && !segment.file.isGone()) {
                segment.freeSinceNs = nowNs;
                segments.addLast(segment);
                segment.trim();
            }
            return;
        }
    }

    /**
     * Gives the disk space of one file back, however short ago it was used; false when none holds any. One that is gone has
     * its space as long as it is mapped.
     */
    boolean giveBackOne() throws IOException {
        boolean given = false;
        for (Iterator<Segment> oldestFirst = segments.descendingIterator(); !given && oldestFirst.hasNext(); ) {
            Segment segment = oldestFirst.next();
            if (segment.file.isGone()) {
                oldestFirst.remove();
            } else {
                given = segment.tryTrim();
            }
        }
        return given;
    }
}
