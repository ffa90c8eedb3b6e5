package dev.millrace.journal;

/**
 * A named, persisted read position in a journal.
 *
 * <p>One thread at a time reads through a cursor. What lies before the smallest position of all cursors is recycled.
 * A cursor that holds back more than half of the budget is overrun: its oldest records are given to
 * {@link JournalListener#overrun} and skipped; the next {@link #fill} then starts behind them.
 *
 * @since 0.1.0
 */
public final class Cursor {
    /** Number of counters that are kept with a cursor in the control page and survive a kill. */
    public static final int COUNTERS = 40;

    Cursor() {}

    /** The name it was opened with. */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** First position that has not been released. */
    public long position() {
        throw new UnsupportedOperationException();
    }

    /** Where the next {@link #fill} starts: behind the last fill, not behind the last release. */
    public long readPosition() {
        throw new UnsupportedOperationException();
    }

    /** Makes the next {@link #fill} start at {@code position}, which must lie between {@link #position()} and the tail. */
    public void seek(long position) {
        throw new UnsupportedOperationException();
    }

    /**
     * Copies the committed records from {@link #readPosition()} on into the batch, as many as fit, and moves the read
     * position behind them. Never waits.
     *
     * @return false when no committed record follows
     */
    public boolean fill(ReadBatch batch) {
        throw new UnsupportedOperationException();
    }

    /** Persists that everything before {@code position} is dealt with; its space may be recycled from now on. */
    public void release(long position) {
        throw new UnsupportedOperationException();
    }

    /** True when the cursor has read everything that was claimed until now. */
    public boolean caughtUp() {
        throw new UnsupportedOperationException();
    }

    /**
     * Parks the calling thread (the reader of this cursor) until records may follow, {@link #wake()} is called or the
     * time is over. The first microseconds are polled; then the journal's poller unparks the thread, never an appender.
     */
    public void await(long timeoutNs) {
        throw new UnsupportedOperationException();
    }

    /** Ends an {@link #await} early. Any thread. */
    public void wake() {
        throw new UnsupportedOperationException();
    }

    /** Value of a persisted counter. Any thread. */
    public long counter(int index) {
        throw new UnsupportedOperationException();
    }

    /** Adds to a persisted counter. Any thread (atomic). */
    public void addToCounter(int index, long delta) {
        throw new UnsupportedOperationException();
    }
}
