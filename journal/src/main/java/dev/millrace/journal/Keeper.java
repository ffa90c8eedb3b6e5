package dev.millrace.journal;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The journal's housekeeping thread and its only poller: prepares space ahead of the tail, recycles what every cursor
 * has passed, seals what lags, moves overrun cursors, notices holes that do not close, and wakes idle readers.
 *
 * <p>Design note: one {@link #tick()} does all of it in a fixed order and never waits, so that late appenders can run
 * it themselves once the thread is gone.
 */
final class Keeper implements Runnable {
    private static final long ACTIVE_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** While more than {@link #BUSY_BYTES_A_US} come: a millisecond of that is a large part of what is prepared. */
    private static final long BUSY_PARK_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long BUSY_BYTES_A_US = 768;
    private static final long IDLE_PARK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int FIRST_LOOKS = 4;
    private static final long DEEP_IDLE_PARK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long DEEP_IDLE_AFTER_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DOZES_AFTER_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long DOZING_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(64);
    private static final long FULL_TICK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long HOLE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NOTICE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    /** So long a reader that is to lose its oldest records may hold what it has read. */
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The same when space runs out. */
    private static final long URGENT_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LATE_NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long STOP_WAIT_MS = 2_000;
    private static final long LOCK_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int SEALING_LOOKS = 3;

    /** So many ticks that fail before they come to the space are no accident. */
    private static final int FAILURES_OF_SPACE = 3;

    private final Journal journal;

    /** The segments; with the lock. */
    final SegmentSupply supply;

    final Sealer sealer;
    final ReentrantLock house = new ReentrantLock();
    private final Thread thread;
    final Doze doze;

    /** After so long a silence; not the same in a test. */
    volatile long dozesAfterNs = DOZES_AFTER_NS;

    /** From here on only late appenders keep house, and what became of the space is for good. */
    volatile boolean stopped;

    /** The files outlive this journal and may be another's by now: no late append makes room in them; with the lock. */
    private boolean kept;

    private volatile boolean spaceWanted;
    private long lateNoticeNs = System.nanoTime() - NOTICE_EVERY_NS;
    private long overrunNoticeNs = lateNoticeNs;
    private final LongAdder lateAppends = new LongAdder();
    private final AtomicLong longestLateNs = new AtomicLong();

    /** Ticks in a row that failed before they looked for space; the keeper's thread only. */
    private int failures;

    private long failureNoticeNs = lateNoticeNs;
    private long lastTail;

    /** Whether the last tick left something to be sealed. */
    private boolean unsealed;

    private long lastChangeNs = System.nanoTime();
    private long lastTickNs = lastChangeNs;
    private long fullTickNs = lastChangeNs;
    private long holeAt = -1;
    private long holeSinceNs;
    private boolean holeTold;

    Keeper(Journal journal, SegmentStore store, Recovery.Result found) {
        this.journal = journal;
        this.supply = new SegmentSupply(journal, store, found);
        this.sealer = new Sealer(journal);
        this.doze = new Doze(journal);
        this.lastTail = found.tail;
        this.thread = BackgroundThread.of(this, "millrace-journal");
    }

    /** Prepares the first chunk on the calling thread and starts; a disk that refuses it is an exception. */
    void start() throws IOException {
        supply.begin();
        thread.start();
    }

    @Override
    public void run() {
        awaitFirstRecord();
        while (!stopped) {
            try {
                keepHouse();
            } catch (Throwable failed) {
                // The fault of a mapped page is thrown late, at any place, and out of a handler, too.
                leaveHouse();
            }
        }
    }

    /** Waits a moment at most: the way of a program's first record takes all the processors that a small machine has. */
    private void awaitFirstRecord() {
        for (int look = 0; look < FIRST_LOOKS && isStill(journal.tailPosition()); look++) {
            LockSupport.parkNanos(this, IDLE_PARK_NS);
        }
    }

    private void keepHouse() {
        while (!stopped) {
            try {
                long parkNs = tick();
                if (parkNs == FULL_TICK_NS) {
                    doze();
                } else if (!spaceWanted && parkNs > 0) {
                    LockSupport.parkNanos(this, parkNs);
                }
                boolean ignored = Thread.interrupted();
            } catch (Throwable failed) {
                leaveHouse();
                for (Cursor cursor : journal.openCursors()) {
                    cursor.letGo();
                }
                tellOfFailure(failed);
                wakeReaders();
                // Whatever callers want: what fails at once must not keep a processor busy.
                LockSupport.parkNanos(this, DEEP_IDLE_PARK_NS);
            }
        }
    }

    private void doze() {
        doze.begin();
        try {
            for (long parkNs = DOZING_LOOK_NS;
                    parkNs < FULL_TICK_NS && doze.goesOn() && isStill(journal.tailPosition());
                    parkNs *= 2) {
                LockSupport.parkNanos(this, parkNs);
            }
            if (!doze.goesOn()) {
                // Who has woken it may have to wait for a processor before it appends.
                lastChangeNs = System.nanoTime();
            }
        } finally {
            doze.end();
        }
    }

    private boolean isStill(long tail) {
        return tail == lastTail && !spaceWanted && !stopped;
    }

    /** Ends a wait of the keeper's thread early. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    // The keeper never dies, not even for want of memory to say why: without it nobody gets space.
    private void tellOfFailure(Throwable failed) {
        try {
            if (failed instanceof InternalError && enterHouse()) {
                supply.distrustPages();
                leaveHouse();
            }
            String message = "housekeeping failed: " + failed;
            if (++failures >= FAILURES_OF_SPACE) {
                supply.fail(message, failed);
            } else {
                tellNowAndThen(message, failed);
            }
        } catch (Throwable untold) {
            journal.space = Space.FAILING;
        }
    }

    private void tellNowAndThen(String message, Throwable failed) {
        long now = System.nanoTime();
        if (now - failureNoticeNs >= NOTICE_EVERY_NS) {
            failureNoticeNs = now;
            journal.tell(JournalNotice.DISK_FULL, message, failed);
        }
    }

    /** Takes the lock; false when that takes too long: whoever has it may have died with it. */
    boolean enterHouse() {
        boolean entered = house.tryLock();
        if (entered) {
            return true;
        }
        boolean interrupted = Thread.interrupted();
        long deadlineNs = System.nanoTime() + LOCK_WAIT_NS;
        for (long restNs = LOCK_WAIT_NS; !entered && restNs > 0; restNs = deadlineNs - System.nanoTime()) {
            try {
                entered = house.tryLock(restNs, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return entered;
    }

    /** Gives the lock back as often as this thread has it. */
    void leaveHouse() {
        while (house.isHeldByCurrentThread()) {
            house.unlock();
        }
    }

    /** An appender found no space. The one case, beside {@link Doze}, in which an appender wakes a thread. */
    void spaceWanted() {
        if (!spaceWanted) {
            spaceWanted = true;
            wake();
        }
    }

    /** Keeps house once; returns how long to park. */
    private long tick() {
        if (!enterHouse()) {
            throw new IllegalStateException("the lock of the journal's segments is not given back");
        }
        try {
            if (stopped) {
                return 0;
            }
            long now = System.nanoTime();
            long tail = journal.tailPosition();
            if (isQuiet(tail, now)) {
                return now - lastChangeNs < dozesAfterNs ? DEEP_IDLE_PARK_NS : FULL_TICK_NS;
            }
            fullTickNs = now;
            boolean wanted = spaceWanted;
            spaceWanted = false;
            noteLate(now);
            supply.recycle(now);
            overrun(tail, now);
            supply.prepareAhead(tail, wanted);
            failures = 0;
            journal.padAbandoned();
            boolean sealed = sealer.sealSome(tail, supply.wantedFrom(), now);
            // As much as came since the last tick, or it would fall behind where space is slow.
            for (long more = tail - lastTail; !sealed && more > 0; more -= Sealer.MOST_BYTES) {
                sealed = sealer.sealSome(tail, supply.wantedFrom(), now);
            }
            unsealed = !sealed;
            watchForHole(tail, now);
            wakeReaders();
            journal.pace().look(tail, now);
            supply.trim(now);
            if (tail != lastTail) {
                boolean busy = tail - lastTail > TimeUnit.NANOSECONDS.toMicros(now - lastTickNs) * BUSY_BYTES_A_US;
                lastTail = tail;
                lastTickNs = now;
                lastChangeNs = now;
                return !sealed ? 0 : busy ? BUSY_PARK_NS : ACTIVE_PARK_NS;
            }
            lastTickNs = now;
            // Space comes first: what is left to be sealed waits for the next tick, and that for nothing.
            if (!sealed) {
                return 0;
            }
            return now - lastChangeNs < DEEP_IDLE_AFTER_NS ? IDLE_PARK_NS : DEEP_IDLE_PARK_NS;
        } finally {
            leaveHouse();
        }
    }

    private void wakeReaders() {
        for (Cursor cursor : journal.openCursors()) {
            boolean ignored = cursor.wakeIfBehind();
        }
    }

    /** Whether nothing has happened for long and everything is read: then a look at the tail is enough, for a second. */
    private boolean isQuiet(long tail, long now) {
        // Where the budget is spent, whatever a reader gives back is waited for.
        if (!isStill(tail)
                || unsealed
                || journal.space == Space.SPENT
                || now - lastChangeNs < Math.min(DEEP_IDLE_AFTER_NS, dozesAfterNs)
                || now - fullTickNs >= FULL_TICK_NS) {
            return false;
        }
        for (Cursor cursor : journal.openCursors()) {
            if (!cursor.caughtUp()) {
                return false;
            }
        }
        return true;
    }

    /** An appender waited, and for nothing but this thread: counted always, told when it was long. */
    void waited(long waitedNs) {
        lateAppends.increment();
        if (waitedNs > LATE_NOTICE_NS) {
            long longest = longestLateNs.get();
            while (waitedNs > longest && !longestLateNs.compareAndSet(longest, waitedNs)) {
                longest = longestLateNs.get();
            }
        }
    }

    long lateAppends() {
        return lateAppends.sum();
    }

    private void noteLate(long now) {
        if (now - lateNoticeNs >= NOTICE_EVERY_NS && longestLateNs.get() > 0) {
            lateNoticeNs = now;
            journal.tell(
                    JournalNotice.SEGMENT_LATE,
                    "callers waited because space was not prepared in time: times=" + lateAppends.sum() + ", longestMs="
                            + TimeUnit.NANOSECONDS.toMillis(longestLateNs.getAndSet(0)),
                    null);
        }
    }

    /** Moves a cursor that holds back more than half of the budget, if another one shows that it need not. */
    private void overrun(long tail, long now) {
        long budget = supply.budgetBytes();
        Cursor[] cursors = journal.openCursors();
        long best = Long.MAX_VALUE;
        for (Cursor cursor : cursors) {
            best = Math.min(best, tail - cursor.position());
        }
        for (Cursor cursor : cursors) {
            long lag = tail - cursor.position();
            long patienceNs = lag > budget / 4 * 3 ? URGENT_NS : PATIENCE_NS;
            long skipped = best <= budget / 4 && lag > budget / 2
                    ? overrun(cursor, tail - budget / 2, now, patienceNs)
                    : cursor.spare();
            if (skipped > 0 && now - overrunNoticeNs >= NOTICE_EVERY_NS) {
                overrunNoticeNs = now;
                journal.tell(
                        JournalNotice.CURSOR_OVERRUN,
                        "a reader holds back more than half of the budget and loses its oldest records: cursor="
                                + cursor.name() + ", lagBytes=" + (tail - cursor.position()),
                        null);
            }
        }
    }

    /** What fails here must not keep space from the others. A page's fault is its own only if it faults once more. */
    private long overrun(Cursor cursor, long position, long now, long patienceNs) {
        for (boolean again = false; ; again = true) {
            try {
                return cursor.overrunTo(position, now, patienceNs);
            } catch (RuntimeException | Error failed) {
                cursor.letGo();
                if (!(failed instanceof InternalError)) {
                    tellNowAndThen("housekeeping failed: " + failed, failed);
                    return 0;
                }
                if (again) {
                    cursor.passUnreadable();
                    return 0;
                }
            }
        }
    }

    /** Notices a record that was claimed and is not committed: every reader stands before it. */
    private void watchForHole(long tail, long now) {
        long at = Long.MAX_VALUE;
        for (Cursor cursor : journal.openCursors()) {
            long read = cursor.readPosition();
            if (read < tail && read < journal.prepared && uncommitted(read)) {
                at = Math.min(at, read);
            }
        }
        if (at == Long.MAX_VALUE || at != holeAt) {
            holeAt = at == Long.MAX_VALUE ? -1 : at;
            holeSinceNs = now;
            holeTold = false;
        } else if (!holeTold && now - holeSinceNs > HOLE_NS) {
            holeTold = true;
            journal.tell(
                    JournalNotice.HOLE_STALLED,
                    "a claimed record is not committed: position=" + at + ", threads=" + appendingThreads(),
                    null);
        }
    }

    private boolean uncommitted(long position) {
        Segment segment = journal.table.find(position);
        return segment != null
                && RecordFormat.length(RecordFormat.headerAcquire(segment.data, (int) (position & journal.segmentMask)))
                        <= 0;
    }

    /** The names of all threads that are in an append, of any journal. */
    static String appendingThreads() {
        StringBuilder names = new StringBuilder("[");
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            for (StackTraceElement frame : entry.getValue()) {
                if (frame.getClassName().equals(Journal.class.getName())
                        && frame.getMethodName().equals("append")) {
                    names.append(names.length() > 1 ? ", " : "")
                            .append(entry.getKey().getName());
                    break;
                }
            }
        }
        return names.append(']').toString();
    }

    /**
     * Stops the thread; from then on late appenders keep house themselves. Bounded, whatever the thread hangs in.
     *
     * @return false where it hangs, and may go on some day
     */
    boolean stop(boolean deleteFiles) {
        stopped = true;
        wake();
        // An interrupt is how programs end. What follows may give the files to another process, while the thread
        // writes.
        boolean interrupted = Thread.interrupted();
        try {
            if (Thread.currentThread() != thread) {
                thread.join(STOP_WAIT_MS);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        boolean entered = enterHouse();
        try {
            journal.space = Space.CLOSED;
            kept = !deleteFiles && journal.directory() != null;
            if (deleteFiles && entered) {
                supply.removeFiles();
            }
        } finally {
            leaveHouse();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        // Whoever has had the lock since knows that no tick is under way, and that none begins.
        return entered;
    }

    /** What stays for the next start is vouched for from now on, also where the machine is booted before that. */
    void sealRest() {
        try {
            if (enterHouse() && supply.wantedFrom() < journal.tailPosition()) {
                long ignored = journal.finishBlock();
                // What one look finds the next one seals, and the one after that the block in which it began.
                for (int look = 0; look < SEALING_LOOKS; look++) {
                    sealer.seal(journal.tailPosition(), supply.wantedFrom(), Long.MAX_VALUE);
                }
            }
        } catch (InternalError e) {
            // A page that cannot be read: the next start tells of it.
        } finally {
            leaveHouse();
        }
    }

    /** Makes room for a late append out of what the cursors have passed; false when there is none, or must not be. */
    boolean keepHouseLate(int bytes, int flags) {
        if (!enterHouse()) {
            return false;
        }
        try {
            if (journal.space == Space.CLOSED && !kept) {
                supply.makeRoom(bytes, flags);
            }
        } finally {
            leaveHouse();
        }
        return journal.hasRoom(bytes, flags);
    }
}
