package dev.millrace.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Keeps appenders from running away from a reader that is at work: what is read while it is still in the caches costs
 * all threads together a fraction of what it costs once it has left them.
 *
 * <p>Design note: the keeper decides about once a millisecond whether the foremost reader is outrun: at work, more than
 * a mebibyte behind, and falling back. Only then, and until it has caught up, does an appender look once every 4 KiB of
 * journal, and pause if it still is so. A reader that has stopped, that catches up after a stop, or that is far behind
 * because its sink is slow is nobody's reason to pause, and neither is one behind another: that is what the journal is
 * for.
 */
final class Pace implements IntSupplier {
    /** So far behind is a reader outrun: about half of what the second cache level of a core holds. */
    private static final long OUTRUN_BYTES = 1L << 20;

    /** From here on it is not a matter of turns. */
    private static final long FAR_BEHIND_BYTES = 64L << 20;

    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(500);

    /** So many pauses at most is one: 32 milliseconds. */
    private static final int MOST_PAUSES = 64;

    /**
     * So much further may an appender get ahead for each that pauses already, up to three: where all paused at the same
     * moment, processors would be idle until all went on at the same moment.
     */
    private static final long LEAD_BYTES = 1L << 20;

    private static final int MOST_LEADS = 3;

    /**
     * So much room lets one virtual thread go on, which logs as long as nobody is outrun. With room for a line each, hundreds were
     * woken at once that soon paused again.
     */
    private static final int ROOM_BYTES = 128 << 10;

    private static final long COMPARE_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(4);

    /** What a reader falls back by, from one comparison to the next, that does not merely keep up. */
    private static final long FALLING_BACK_BYTES = 64 << 10;

    private final Journal journal;
    private final AtomicInteger pausing = new AtomicInteger();

    /**
     * So many that pause at once make the pause longer by its length. Where processors are few, one goes on at a time: two
     * take each other's cache lines, and the reader's processor.
     */
    private final int othersAPause;

    /** Made when one pauses: a start has no use for it. */
    private volatile VirtualPauses virtualPauses;

    /** Written by the keeper: all ones, or 0. A mask, because a branch on it would be compiled as never taken. */
    private volatile long outrunning;

    // The keeper's.
    private long comparedLag;
    private long comparedNs = System.nanoTime();

    Pace(Journal journal) {
        this.journal = journal;
        this.othersAPause = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * An appender that begins a line looks here, and pauses, once and briefly, if the foremost reader is outrun and
     * still is that far behind {@code position}.
     */
    void pauseIfOutrunning(long position) {
        long rehearsal = journal.rehearsal(position);
        if ((outrunning | rehearsal) != 0) {
            pause(wanted(position));
        }
    }

    /** All ones where the keeper's verdict and the lag ask for a pause; 0 also where one is only rehearsed. */
    long wanted(long position) {
        return outrunning & outrun(lag(foremost(), position) - LEAD_BYTES * Math.min(pausing.get(), MOST_LEADS));
    }

    /** {@code outrun}: all ones; 0 to pause for no time at all. */
    private void pause(long outrun) {
        int others = pausing.getAndIncrement();
        try {
            long pauseNs = outrun & pauseNs(others, othersAPause);
            if (pauseNs > 0 && VirtualPauses.isVirtual(Thread.currentThread())) {
                virtualPauses().pause();
            } else {
                LockSupport.parkNanos(journal, pauseNs);
            }
        } finally {
            pausing.getAndDecrement();
        }
    }

    /** How long to pause while so many others do. */
    static long pauseNs(int others, int othersAPause) {
        return PAUSE_NS * Math.min(MOST_PAUSES, 1 + others / othersAPause);
    }

    private VirtualPauses virtualPauses() {
        VirtualPauses made = virtualPauses;
        if (made == null) {
            synchronized (this) {
                made = virtualPauses;
                if (made == null) {
                    made = new VirtualPauses(this);
                    virtualPauses = made;
                }
            }
        }
        return made;
    }

    /** How many appenders may go on before the reader is outrun; any number where nobody is to pause. */
    @Override
    public int getAsInt() {
        long lag = lag(foremost(), journal.tailPosition());
        return outrunning == 0 || lag > FAR_BEHIND_BYTES
                ? Integer.MAX_VALUE
                : (int) (Math.max(0, OUTRUN_BYTES + MOST_LEADS * LEAD_BYTES - lag) / ROOM_BYTES);
    }

    /** What the keeper's last look has said. */
    boolean isOutrunning() {
        return outrunning != 0;
    }

    /** The keeper's look at its tick. */
    void look(long tail, long nowNs) {
        Cursor reader = foremost();
        long lag = lag(reader, tail);
        boolean fallsBack = isOutrunning();
        if (nowNs - comparedNs >= COMPARE_AFTER_NS) {
            fallsBack |= lag - comparedLag > FALLING_BACK_BYTES;
            comparedLag = lag;
            comparedNs = nowNs;
        }
        outrunning = fallsBack && outrun(lag) != 0 && reader.isAtWork(nowNs) ? -1 : 0;
    }

    /** The reader that is ahead of all others; one that passes over most only where all do. Null without any. */
    private Cursor foremost() {
        Cursor foremost = null;
        for (Cursor cursor : journal.openCursors()) {
            if (foremost == null || isBefore(foremost, cursor)) {
                foremost = cursor;
            }
        }
        return foremost;
    }

    private static boolean isBefore(Cursor foremost, Cursor cursor) {
        return foremost.passesOver() == cursor.passesOver()
                ? cursor.readPosition() > foremost.readPosition()
                : foremost.passesOver();
    }

    private static long lag(Cursor reader, long position) {
        return reader == null ? 0 : position - reader.readPosition();
    }

    /** All ones where a reader that far behind is outrun, without a branch; otherwise 0. */
    private static long outrun(long lag) {
        return ((OUTRUN_BYTES - lag) & (lag - FAR_BEHIND_BYTES)) >> (Long.SIZE - 1);
    }
}
