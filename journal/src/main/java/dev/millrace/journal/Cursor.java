package dev.millrace.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A named, persisted read position in a journal.
 *
 * <p>One thread at a time reads through a cursor. What lies before the smallest position of all cursors is recycled.
 * A cursor that holds back more than half of the budget while another is well ahead is overrun: its oldest records are
 * given to {@link JournalListener#overrun} and skipped; the next {@link #fill} then starts behind them. What its reader
 * holds, read and neither {@linkplain #keeps kept} nor released, is not skipped before a moment is over; until it has
 * released that it reads nothing more.
 *
 * @since 0.1.0
 */
public final class Cursor {
    /** {@link #skippedTo} of a cursor that has passed over records which nobody could count. */
    public static final long UNCOUNTED = Long.MAX_VALUE;

    /** Number of counters that are kept with a cursor in the control page and survive a kill. */
    public static final int COUNTERS = 40;

    private static final int POLLS_BEFORE_PARKING = 20;
    private static final long BUSY_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long OUTRUN_PARK_NS = BUSY_PARK_NS / 5;
    private static final long MAX_CROWDED_PARK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** So many readers wake up as often as they like; with more, each rests a millisecond longer for as many again. */
    private static final int CROWD = 32;

    /** So much is brought into the caches in order before its headers are walked over. */
    private static final int FETCHED_BYTES = 32 << 10;

    private static final int CACHE_LINE_BYTES = 64;

    private static final long NOT_NOW = Long.MIN_VALUE;
    private static final long AT_WORK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long BUSY_FOR_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** So much ends the rest of a reader that expects nothing for itself. */
    private static final int MOST_UNREAD_BYTES = 64 << 10;

    private final Journal journal;
    private final String name;
    private final int index;

    /** Reader and keeper exclude each other while records are copied or skipped. Never taken by an appender. */
    private final ReentrantLock copying = new ReentrantLock();

    private volatile long readPosition;
    private volatile long released;

    /** Up to where the reader has made good what it has read. This and what follows is for who has the lock. */
    private long kept;

    /** Since when it is at that, and nobody knows whether it succeeds; {@link #NOT_NOW} when it is not. */
    private long keepsSinceNs = NOT_NOW;

    /** Up to where records are to be skipped as soon as the reader holds none. Written with the lock, as what follows. */
    volatile long skipTo;

    /** How many were skipped that the keeper does not know of. It looks without the lock first: racy but benign. */
    private long skipped;

    /** How many records were skipped that earlier processes had appended. */
    private final AtomicLong earlierSkipped = new AtomicLong();

    /** From where on records that the reader held were skipped. */
    private long takenFrom = Long.MAX_VALUE;

    /** Behind the last record that was skipped; at no position any more once some are gone that nobody has counted. */
    private volatile long skippedTo;

    /** Where nothing is for the reader; null as a rule, which is asked without the lock first: racy but benign. */
    private volatile Pauses pauses;

    /** What the reader has been keeping for so long that it was released; null as a rule. */
    private List<ReadBatch> doubtful;

    private volatile boolean removed;

    private volatile Thread parked;
    private volatile boolean woken;
    /** Beyond which tail the poller unparks the reader. */
    private volatile long wakesBeyond;

    /** Whether most of what comes does not matter to the reader: nobody has to wait for it. */
    private volatile boolean passesOver;

    // Not private: what nobody could read would not be worked out.
    long fetched;

    long lastFilledNs = System.nanoTime();

    Cursor(Journal journal, String name, int index) {
        this.journal = journal;
        this.name = name;
        this.index = index;
        this.released = journal.control.position(index);
        this.readPosition = released;
    }

    /** At the start of all that is there, without a name and a place in the control page. */
    Cursor(Journal journal) {
        this.journal = journal;
        this.name = "";
        this.index = -1;
    }

    /** The name it was opened with. */
    public String name() {
        return name;
    }

    /** First position that has not been released. */
    public long position() {
        return released;
    }

    /** Where the next {@link #fill} starts: behind the last fill, not behind the last release. */
    public long readPosition() {
        return readPosition;
    }

    /** Makes the next {@link #fill} start at {@code position}, which must lie between {@link #position()} and the tail. */
    public void seek(long position) {
        copying.lock();
        try {
            if (position < released || position > journal.tailPosition()) {
                throw new IllegalArgumentException("position out of range: position=" + position + ", released="
                        + released + ", tail=" + journal.tailPosition());
            }
            readPosition = position;
        } finally {
            copying.unlock();
        }
    }

    /**
     * Fixes where a {@link Journal#joiningCursor} begins: at {@code position}, behind {@link #position()}. From now on it
     * is persisted. Any thread.
     */
    public void settle(long position) {
        copying.lock();
        try {
            released = Math.max(released, position);
            readPosition = Math.max(readPosition, position);
            // What was skipped before is in nobody's books.
            if (pauses != null) {
                pauses.forgetBefore(position);
            }
            if (!removed) {
                journal.control.settle(index, released);
            }
        } finally {
            copying.unlock();
        }
    }

    /**
     * Copies the committed records from {@link #readPosition()} on into the batch, as many as fit, and moves the read
     * position behind them. Never waits.
     *
     * @return false when no committed record follows
     */
    public boolean fill(ReadBatch batch) {
        return fill(batch, null);
    }

    /**
     * The same for a reader to which few records matter: those that the sieve does not hold are passed over and only
     * counted ({@link ReadBatch#takePassedOver}). The batch is walked forward only.
     *
     * @param sieve null to read every record
     */
    public boolean fill(ReadBatch batch, RecordSieve sieve) {
        copying.lock();
        try {
            if (skipTo > readPosition) {
                if (readPosition > heldFrom() || keepsSinceNs != NOT_NOW) {
                    return false;
                }
                skip();
            }
            long position = readPosition;
            Segment segment = segmentAt(position);
            if (segment == null) {
                return false;
            }
            if (segment.base() > position) {
                position = segment.base();
            }
            int start = (int) (position & journal.segmentMask);
            int end = sieve == null
                    ? copy(segment, start, batch, position)
                    : batch.sieve(segment, start, position, sieve);
            if (end == start) {
                return false;
            }
            passesOver = sieve != null;
            readPosition = position + (end - start);
            lastFilledNs = System.nanoTime();
            return true;
        } finally {
            copying.unlock();
        }
    }

    private int copy(Segment segment, int start, ReadBatch batch, long position) {
        int claimed = (int) Math.min(segment.preparedBytes(), start + journal.tailPosition() - position);
        int end = committedEnd(segment, start, claimed, batch.capacityBytes());
        int count = end - start;
        if (count > batch.capacityBytes()
                && RecordFormat.kind(RecordFormat.headerAcquire(segment.data, start)) == RecordFormat.KIND_PADDING) {
            // What a recovery leaves of a segment: room for that would stay with the batch.
            batch.filled(position + count, 0);
            return end;
        }
        segment.data.get(start, batch.array(count), 0, count);
        batch.filled(position, count);
        return end;
    }

    /** The segment of a position; where a lost file left a gap, the next one. */
    private Segment segmentAt(long position) {
        long tail = journal.tailPosition();
        for (long at = position; at < tail; at = (at & ~journal.segmentMask) + journal.segmentBytes) {
            Segment segment = journal.table.find(at);
            if (segment != null) {
                return segment;
            }
            if (at >= journal.prepared) {
                return null;
            }
        }
        return null;
    }

    /**
     * Where the run of committed records from {@code start} on ends, within {@code capacity} or after one record.
     *
     * <p>Design note: where a header is says the one before it, so a walk waits for one cache line after the other, which
     * were written on another processor. What is all claimed is read in order first, many lines at once.
     */
    private int committedEnd(Segment segment, int start, int claimed, int capacity) {
        int at = start;
        int next = start;
        int prepared = segment.preparedBytes();
        while (at < prepared) {
            if (at >= next) {
                next = at + FETCHED_BYTES;
                if (next <= claimed) {
                    fetch(segment, at);
                }
            }
            long header = RecordFormat.headerAcquire(segment.data, at);
            int length = RecordFormat.length(header);
            if (length <= 0 || length > segment.segmentBytes - at) {
                break;
            }
            int bytes = RecordFormat.align(length);
            if (at + bytes - start > capacity && at > start) {
                break;
            }
            at += bytes;
        }
        return at;
    }

    private void fetch(Segment segment, int start) {
        long sum = 0;
        for (int at = start; at < start + FETCHED_BYTES; at += CACHE_LINE_BYTES) {
            sum += segment.data.getLong(at);
        }
        fetched = sum;
    }

    /**
     * To be asked right before what was read up to {@code end} is made good, and {@link #kept} behind that.
     *
     * @return false when it was skipped already, and whoever holds it must forget it and {@link #readAgain}
     */
    public boolean keeps(long end) {
        copying.lock();
        try {
            if (end > takenFrom) {
                return false;
            }
            kept = end;
            keepsSinceNs = System.nanoTime();
            doubtful = null;
            return true;
        } finally {
            copying.unlock();
        }
    }

    /**
     * What {@link #keeps} was asked about is made good, and is not skipped from now on, or is not. That may have come too late;
     * then the next {@link #keeps} says so.
     */
    public void kept(boolean done) {
        copying.lock();
        try {
            keepsSinceNs = NOT_NOW;
            if (!done) {
                tellDoubtful();
                kept = 0;
            }
            doubtful = null;
        } finally {
            copying.unlock();
        }
    }

    /** What was released meanwhile is not there to be read again. */
    private void tellDoubtful() {
        if (doubtful == null || released < kept) {
            return;
        }
        takenFrom = Math.min(takenFrom, doubtful.get(0).startPosition());
        for (ReadBatch batch : doubtful) {
            while (batch.next() && batch.position() < kept) {
                skipped(batch);
            }
        }
    }

    private void copyDoubtful() {
        List<ReadBatch> copies = new ArrayList<>();
        long read = readPosition;
        skipTo = 0;
        try {
            readPosition = released;
            for (boolean more = true; more && readPosition < kept; ) {
                ReadBatch copy = new ReadBatch(SegmentFormat.BLOCK_BYTES);
                more = fill(copy);
                if (more) {
                    copies.add(copy);
                }
            }
        } finally {
            readPosition = read;
        }
        doubtful = copies.isEmpty() ? null : copies;
    }

    /**
     * The reader has forgotten what it read behind {@code position}: what is not released of that is read again. What it
     * read before and has not released is not kept any more: it has taken that back, and holds it from now on.
     */
    public void readAgain(long position) {
        copying.lock();
        try {
            kept = 0;
            takenFrom = Long.MAX_VALUE;
            lastFilledNs = System.nanoTime();
            readPosition = Math.max(released, position);
        } finally {
            copying.unlock();
        }
    }

    private long heldFrom() {
        return Math.max(released, kept);
    }

    private boolean isJustKept(long nowNs, long patienceNs) {
        return keepsSinceNs != NOT_NOW && nowNs - keepsSinceNs < patienceNs;
    }

    /** Persists that everything before {@code position} is dealt with; its space may be recycled from now on. */
    public void release(long position) {
        copying.lock();
        try {
            if (position > released && !removed) {
                released = position;
                journal.control.position(index, position);
            }
        } finally {
            copying.unlock();
        }
    }

    /** True when the cursor has read everything that was claimed until now. */
    public boolean caughtUp() {
        return readPosition >= journal.tailPosition();
    }

    /**
     * Parks the calling thread (the reader of this cursor) until records may follow, {@link #wake()} is called or the
     * time is over. A reader that was busy lately looks again by itself after a millisecond; an idle one is
     * unparked by the journal's poller, never by an appender.
     *
     * @param restNs a busy reader, to which little of what comes matters, looks again after that long only, or when
     *     much has come; 0 for one to which it does
     */
    public void await(long timeoutNs, long restNs) {
        for (int poll = 0; poll < POLLS_BEFORE_PARKING; poll++) {
            if (woken || !caughtUp()) {
                break;
            }
            Thread.onSpinWait();
        }
        boolean busy = System.nanoTime() - lastFilledNs < BUSY_FOR_NS;
        if (woken) {
            woken = false;
            return;
        }
        int crowd = journal.openCursors().length / CROWD;
        if (busy && (restNs > 0 || crowd > 0)) {
            long restOfManyNs = Math.min(MAX_CROWDED_PARK_NS, (1 + crowd) * BUSY_PARK_NS);
            int unreadBytes = passesOver ? (1 + crowd) * MOST_UNREAD_BYTES : MOST_UNREAD_BYTES;
            // From the tail on, not from what was read: the next record may be one that is not committed.
            park(Math.min(timeoutNs, Math.max(restNs, restOfManyNs)), journal.tailPosition() + unreadBytes);
        } else if (!busy && caughtUp()) {
            park(timeoutNs, readPosition);
        } else {
            // Or claimed but not committed: rare and short. Who outran the reader a moment ago does so in a
            // millisecond.
            LockSupport.parkNanos(
                    this, Math.min(timeoutNs, journal.pace().isOutrunning() ? OUTRUN_PARK_NS : BUSY_PARK_NS));
        }
        woken = false;
    }

    private void park(long timeoutNs, long beyond) {
        wakesBeyond = beyond;
        parked = Thread.currentThread();
        // Published before the check: the poller either sees the thread or we see the record.
        if (!isBehind() && !woken) {
            LockSupport.parkNanos(this, timeoutNs);
        }
        parked = null;
    }

    private boolean isBehind() {
        return journal.tailPosition() > wakesBeyond;
    }

    /** Ends an {@link #await} early. Any thread. */
    public void wake() {
        woken = true;
        Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** The keeper's poll: unparks an idle reader when there is something to read; false when nobody needs it. */
    boolean wakeIfBehind() {
        Thread thread = parked;
        boolean wakes = thread != null && isBehind();
        if (wakes) {
            LockSupport.unpark(thread);
        }
        return wakes;
    }

    /** Whether its reader passes over most of what comes. */
    boolean passesOver() {
        return passesOver;
    }

    /** Whether its reader has found something lately: it neither waits for records nor for its sink. */
    boolean isAtWork(long nowNs) {
        return nowNs - lastFilledNs < AT_WORK_NS;
    }

    /**
     * Skips what lies before {@code position}, telling the listener of each record. Where the reader holds some that it has
     * just read it is asked to do so itself, when it holds none any more. Keeper only.
     *
     * @param patienceNs what the reader has held for so long is skipped, too; what it is keeping for longer still is released,
     *     and told when it turns out not to be kept
     * @return number of records skipped since the keeper last asked
     */
    long overrunTo(long position, long nowNs, long patienceNs) {
        copying.lock();
        try {
            boolean holds = readPosition > heldFrom();
            skipTo = position;
            if (!isJustKept(nowNs, patienceNs) && (!holds || nowNs - lastFilledNs >= patienceNs)) {
                if (keepsSinceNs != NOT_NOW && kept > released) {
                    copyDoubtful();
                    skipTo = position;
                }
                if (holds) {
                    takenFrom = Math.min(takenFrom, heldFrom());
                }
                readPosition = heldFrom();
                skip();
            }
            return takeSkipped();
        } finally {
            copying.unlock();
        }
    }

    /**
     * Nothing is to be skipped, or not any more. Keeper only.
     *
     * @return number of records skipped since the keeper last asked
     */
    long spare() {
        if (skipTo == 0 && skipped == 0) {
            return 0;
        }
        copying.lock();
        try {
            skipTo = 0;
            return takeSkipped();
        } finally {
            copying.unlock();
        }
    }

    private long takeSkipped() {
        long told = skipped;
        skipped = 0;
        return told;
    }

    private void skip() {
        long position = skipTo;
        skipTo = 0;
        ReadBatch batch = new ReadBatch(SegmentFormat.BLOCK_BYTES);
        boolean passes = isCut();
        while (!passes && readPosition < position) {
            // Before it is read: what is committed only then may be in a sealed block a moment later.
            boolean finished = isFinished();
            if (!fill(batch)) {
                passes = finished;
                break;
            }
            // First: whoever finds one of them in its books knows that they were skipped.
            skippedTo = Math.max(skippedTo, readPosition);
            while (batch.next()) {
                skipped(batch);
            }
            release(readPosition);
            passes = isCut();
        }
        // Not where a record is claimed and not committed: its claimant lives.
        if (passes && readPosition < position) {
            passUnreadable();
        }
        release(readPosition);
    }

    /** Where nothing follows, though another cursor has passed the segment: goes to its end, too. */
    void passUnreadable() {
        copying.lock();
        try {
            long from = readPosition;
            Segment segment = journal.table.find(from);
            if (segment != null && isPassed(segment.end())) {
                segment.distrust();
                skippedTo = UNCOUNTED;
                readPosition = segment.end();
                release(readPosition);
                journal.tell(
                        JournalNotice.DAMAGED,
                        "what was not read of a damaged segment was passed over: cursor=" + name + ", bytes="
                                + (readPosition - from) + ", firstPosition=" + from,
                        null);
            }
        } finally {
            copying.unlock();
        }
    }

    /** Asked before it is read: the fault of a page is thrown late, and until then anything may be read there. */
    private boolean isCut() {
        Segment segment = journal.table.find(readPosition);
        return segment != null && segment.isCut();
    }

    private boolean isFinished() {
        Segment segment = journal.table.find(readPosition);
        return segment != null && segment.isFinished((int) (readPosition & journal.segmentMask));
    }

    private boolean isPassed(long position) {
        boolean passed = false;
        for (Cursor other : journal.openCursors()) {
            passed |= other.released >= position;
        }
        return passed;
    }

    private void skipped(ReadBatch batch) {
        if (pauses != null && pauses.skips(batch.position())) {
            return;
        }
        if (batch.position() < journal.keeper.supply.openedAt) {
            earlierSkipped.incrementAndGet();
        }
        journal.options.listener().overrun(this, batch.bytes(), batch.payloadOffset(), batch.payloadLength());
        skipped++;
    }

    /**
     * Behind the last record that an overrun has skipped; 0 while there is none, {@link #UNCOUNTED} once it has passed over
     * some that nobody could count. Any thread.
     */
    public long skippedTo() {
        return skippedTo;
    }

    /**
     * From {@code position} on nothing is for the reader, unless that is so already, up to where it {@linkplain #resumesAt
     * resumes}: what is skipped there is not given to {@link JournalListener#overrun}. Any thread.
     */
    public void endsAt(long position) {
        copying.lock();
        try {
            if (pauses == null) {
                pauses = new Pauses();
            }
            pauses.begin(position, released);
        } finally {
            copying.unlock();
        }
    }

    /** From {@code position} on records are for the reader again, if they were not. Any thread. */
    public void resumesAt(long position) {
        copying.lock();
        try {
            if (pauses != null) {
                pauses.end(position);
            }
        } finally {
            copying.unlock();
        }
    }

    /**
     * How many records were skipped, since the last call, between where nothing was for the reader any more and where it has
     * resumed. Any thread.
     */
    public long takeSkippedInPauses() {
        if (pauses == null) {
            return 0;
        }
        copying.lock();
        try {
            return pauses.takeSkipped();
        } finally {
            copying.unlock();
        }
    }

    /**
     * Gives back what the calling thread still holds of the cursor, after an error: the fault of a mapped page is thrown
     * late, at any place, and a lock may have been taken or not been given back there.
     */
    public void letGo() {
        while (copying.isHeldByCurrentThread()) {
            copying.unlock();
        }
    }

    /**
     * How many of the records that were given to {@link JournalListener#overrun} had been appended before the journal was
     * opened, by an earlier process. Any thread.
     */
    public long overrunOfEarlier() {
        return earlierSkipped.get();
    }

    /** Value of a persisted counter. Any thread. */
    public long counter(int counter) {
        return journal.control.counter(index, counter);
    }

    /** Adds to a persisted counter. Any thread (atomic). */
    public void addToCounter(int counter, long delta) {
        if (!removed) {
            journal.control.addToCounter(index, counter, delta);
        }
    }

    /** From now on nothing is persisted: its place is another's soon. */
    void remove() {
        copying.lock();
        try {
            removed = true;
        } finally {
            copying.unlock();
        }
    }
}
