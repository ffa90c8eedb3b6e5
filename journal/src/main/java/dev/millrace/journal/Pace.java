package dev.millrace.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps appenders from running away from a reader that is at work: what is read while it is still in the caches costs
 * all threads together a fraction of what it costs once it has left them.
 *
 * <p>Design note: the keeper decides about once a millisecond whether somebody is outrun; only then does an appender
 * look, once every 4 KiB of journal, and pause if it still is so. A reader that has stopped, or is far behind because
 * its sink is slow, is nobody's reason to pause: that is what the journal is for.
 */
final class Pace {
    /** So far behind is a reader outrun: about half of what the second cache level of a core holds. */
    private static final long OUTRUN_BYTES = 1L << 20;

    /** From here on it is not a matter of turns. */
    private static final long FAR_BEHIND_BYTES = 64L << 20;

    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int LOOK_SHIFT = 12;

    private final Journal journal;

    /** Written by the keeper. */
    private volatile boolean outrunning;

    Pace(Journal journal) {
        this.journal = journal;
    }

    /** Whether an appender of this range should look. */
    boolean isDue(long position, int bytes) {
        return outrunning && (position ^ (position + bytes)) >>> LOOK_SHIFT != 0;
    }

    /** Pauses the calling thread, once and briefly, if a reader at work is that far behind {@code position}. */
    void pause(long position) {
        for (Cursor cursor : journal.openCursors()) {
            if (isOutrun(cursor, position)) {
                LockSupport.parkNanos(journal, PAUSE_NS);
                return;
            }
        }
    }

    /** The keeper's look at its tick. */
    void look(long tail, long nowNs) {
        boolean found = false;
        for (Cursor cursor : journal.openCursors()) {
            found |= cursor.isAtWork(nowNs) && isOutrun(cursor, tail);
        }
        outrunning = found;
    }

    private static boolean isOutrun(Cursor cursor, long position) {
        long lag = position - cursor.readPosition();
        return lag > OUTRUN_BYTES && lag < FAR_BEHIND_BYTES;
    }
}
