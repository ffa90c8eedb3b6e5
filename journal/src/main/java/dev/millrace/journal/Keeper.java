package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
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
    /** What the opening thread prepares itself: a program that lives for a moment pays for no more. */
    static final int FIRST_CHUNK_BYTES = 128 << 10;

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int WINDOW_SEGMENTS = 4;
    // More would leave the caches before it is written to.
    private static final long MAX_LEAD_BYTES = 4L << 20;
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
    private static final long LATE_NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String NO_MEMORY =
            "there is no memory for more of the journal (see -XX:MaxDirectMemorySize, or give it a directory)";

    private static final long STOP_WAIT_MS = 2_000;
    private static final long LOCK_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    /** So many ticks that fail before they come to the space are no accident. */
    private static final int FAILURES_OF_SPACE = 3;

    private final Journal journal;
    private final SegmentStore store;

    /** Where new segments come from: the store, until its directory is gone. */
    private SegmentStore source;

    final Sealer sealer;
    private int maxSegments;
    private final long openedAt;
    final ReentrantLock house = new ReentrantLock();
    private final Thread thread;
    final Doze doze;

    /** After so long a silence; not the same in a test. */
    volatile long dozesAfterNs = DOZES_AFTER_NS;

    /** Segments in use, by position; with the lock. */
    final Deque<Segment> live = new ArrayDeque<>();

    private final SegmentPool pool = new SegmentPool();

    private volatile boolean stopped;
    private volatile boolean spaceWanted;
    private long lateNoticeNs = System.nanoTime() - NOTICE_EVERY_NS;
    private long overrunNoticeNs = lateNoticeNs;
    private final LongAdder lateAppends = new LongAdder();
    private final AtomicLong longestLateNs = new AtomicLong();
    private final Refusal refusal = new Refusal();

    /** Whether space failed without a notice, so that its return is none either. */
    private boolean failedQuietly;

    /** All that exist, in use or free. Written under the lock. */
    private volatile int segments;

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
        this.store = store;
        this.source = store;
        this.sealer = new Sealer(journal);
        this.doze = new Doze(journal);
        // No more than have a place: a budget may be as large as a long.
        this.maxSegments =
                (int) Math.max(2, Math.min(journal.table.capacity() / 2, segmentsOf(journal.options.budgetBytes())));
        this.openedAt = found.tail;
        this.lastTail = found.tail;
        for (Segment segment : found.live) {
            live.add(segment);
            journal.table.put(segment);
        }
        long now = System.nanoTime();
        for (Segment segment : found.free) {
            segment.free(now);
            pool.putLast(segment);
        }
        segments = live.size() + pool.size();
        journal.prepared = found.tail;
        this.thread = BackgroundThread.of(this, "millrace-journal");
    }

    private long segmentsOf(long budgetBytes) {
        return budgetBytes / (journal.segmentBytes + SegmentFormat.HEADER_BYTES);
    }

    /** Prepares the first chunk on the calling thread and starts; a disk that refuses it is an exception. */
    void start() throws IOException {
        prepareTo(openedAt + FIRST_CHUNK_BYTES, FIRST_CHUNK_BYTES);
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
                distrustPages();
                leaveHouse();
            }
            long now = System.nanoTime();
            String message = "housekeeping failed: " + failed;
            if (++failures >= FAILURES_OF_SPACE) {
                become(Space.FAILING, message, failed);
            } else if (now - failureNoticeNs >= NOTICE_EVERY_NS) {
                failureNoticeNs = now;
                tell(JournalNotice.DISK_FULL, message, failed);
            }
        } catch (Throwable untold) {
            journal.space = Space.FAILING;
        }
    }

    /** Takes the lock; false when that takes too long: whoever has it may have died with it. */
    private boolean enterHouse() {
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
    private void leaveHouse() {
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
            long now = System.nanoTime();
            long tail = journal.tailPosition();
            if (isQuiet(tail, now)) {
                return now - lastChangeNs < dozesAfterNs ? DEEP_IDLE_PARK_NS : FULL_TICK_NS;
            }
            fullTickNs = now;
            boolean wanted = spaceWanted;
            spaceWanted = false;
            noteLate(now);
            recycle(now);
            overrun(tail, now);
            prepareAhead(tail, wanted);
            failures = 0;
            journal.padAbandoned();
            boolean sealed = sealer.sealSome(tail, wantedFrom(), now);
            // As much as came since the last tick, or it would fall behind where space is slow.
            for (long more = tail - lastTail; !sealed && more > 0; more -= Sealer.MOST_BYTES) {
                sealed = sealer.sealSome(tail, wantedFrom(), now);
            }
            unsealed = !sealed;
            watchForHole(tail, now);
            wakeReaders();
            journal.pace().look(tail, now);
            trim(now);
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

    /** An appender waited: counted always, told when it was long. */
    void waited(long waitedNs) {
        if (journal.space == Space.OPEN) {
            lateAppends.increment();
            if (waitedNs > LATE_NOTICE_NS) {
                long longest = longestLateNs.get();
                while (waitedNs > longest && !longestLateNs.compareAndSet(longest, waitedNs)) {
                    longest = longestLateNs.get();
                }
            }
        }
    }

    long lateAppends() {
        return lateAppends.sum();
    }

    private void noteLate(long now) {
        if (now - lateNoticeNs >= NOTICE_EVERY_NS && longestLateNs.get() > 0) {
            lateNoticeNs = now;
            tell(
                    JournalNotice.SEGMENT_LATE,
                    "callers waited because space was not prepared in time: times=" + lateAppends.sum() + ", longestMs="
                            + TimeUnit.NANOSECONDS.toMillis(longestLateNs.getAndSet(0)),
                    null);
        }
    }

    /** Smallest released position of all cursors, opened or not; without any cursor nothing is given up. */
    long released() {
        long smallest = journal.control.smallestPosition();
        return smallest == Long.MAX_VALUE
                ? (live.isEmpty() ? 0 : live.peekFirst().base())
                : smallest;
    }

    /** From where on sealing what nobody has vouched for yet is worth it. */
    long wantedFrom() {
        return journal.options.retention() == null || live.isEmpty()
                ? released()
                : Math.min(released(), live.peekFirst().base());
    }

    private void recycle(long now) {
        long released = released();
        Retention retention = journal.options.retention();
        for (Segment first = live.peekFirst();
                first != null && first.preparedBytes() == first.segmentBytes && first.end() <= released;
                first = live.peekFirst()) {
            boolean kept = retention != null && retention.keeps(first, journal.tailPosition());
            // New records come first. One at a time: space may be short for a moment only.
            boolean given = kept && journal.space != Space.OPEN && pool.isEmpty();
            if (kept && !given) {
                return;
            }
            live.removeFirst();
            journal.table.remove(first);
            first.free(now);
            pool.put(first);
        }
    }

    /** {@code wanted}: an appender waits, with a record that may be of any length. */
    private void prepareAhead(long tail, boolean wanted) {
        boolean held = refusal.holds();
        if (held && !refusal.isOfMemory()) {
            return;
        }
        long least = wanted ? Journal.MAX_RECORD_BYTES + mostReserveBytes() : FIRST_CHUNK_BYTES * 2L;
        long lead =
                Math.min(Math.min(MAX_LEAD_BYTES, 2L * journal.segmentBytes), Math.max(least, 2 * (tail - openedAt)));
        try {
            if (prepareTo(tail + lead, CHUNK_BYTES)) {
                if (!refusal.isOfMemory()) {
                    refusal.isOver();
                }
                become(Space.OPEN, "space is available again", null);
            } else if (held) {
                become(Space.FAILING, NO_MEMORY, null);
            } else {
                become(
                        Space.SPENT,
                        "the budget is spent: budgetBytes=" + journal.options.budgetBytes() + ", segments="
                                + maxSegments + " (set millrace.journal.budget, or see which sink lags)",
                        null);
            }
        } catch (NoSuchFileException e) {
            goOnInMemory(e);
        } catch (IOException e) {
            refusal.byDisk();
            become(Space.FAILING, "no space could be prepared in " + journal.directory() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            refusal.by(e);
            if (e instanceof InternalError) {
                distrustPages();
            }
            become(Space.FAILING, refusal.isOfMemory() ? NO_MEMORY : "no space could be prepared: " + e, e);
        }
    }

    /** A mapped page has no disk behind it. Which one is not said: all get theirs through the file again. */
    private void distrustPages() {
        Segment last = live.peekLast();
        if (last != null) {
            last.distrust();
        }
        pool.distrust();
    }

    /** Prepares space up to {@code target} in chunks, each published at once; false when the budget does not allow it. */
    private boolean prepareTo(long target, int chunkBytes) throws IOException {
        while (journal.prepared < target) {
            Segment last = live.peekLast();
            if (last == null || last.preparedBytes() == last.segmentBytes) {
                last = nextSegment();
                if (last == null) {
                    return false;
                }
                // Not where the journal was opened: readers may have passed and freed all there was.
                long end = live.isEmpty() ? journal.prepared : live.peekLast().end();
                // Not behind what was lost, either: some reader may have been there.
                last.startAt(Math.max(openedAt, end));
                live.addLast(last);
                journal.table.put(last);
            }
            last.prepare(chunkBytes);
            publish(last.base() + last.preparedBytes());
        }
        return true;
    }

    private void publish(long preparedEnd) {
        // Some of what is prepared is kept for important records, in case that no more follows.
        long reserve = Math.min(mostReserveBytes(), (preparedEnd - openedAt) / 4);
        journal.prepared = preparedEnd;
        journal.padAbandoned();
        journal.importantLimit = preparedEnd;
        journal.limit = preparedEnd - reserve;
    }

    // Less than the lead, whatever the segment: else nobody would get what is prepared.
    private long mostReserveBytes() {
        return Math.min(journal.segmentBytes, MAX_LEAD_BYTES) / 4;
    }

    private Segment nextSegment() throws IOException {
        Segment free = pool.take();
        if (free != null) {
            return source.forGood(free);
        }
        if (live.size() >= maxSegments || refusal.holds()) {
            return null;
        }
        Segment created = source.create();
        segments = live.size() + pool.size() + 1;
        refusal.isOver();
        return created;
    }

    /** The journal's files were removed under it. What is mapped stays usable; what must grow from here on cannot. */
    private void goOnInMemory(NoSuchFileException cause) {
        source = memory();
        pool.removeIf(segment -> segment.allocatedBytes() < segment.segmentBytes);
        Segment last = live.peekLast();
        if (last != null && last.preparedBytes() == 0) {
            live.removeLast();
            journal.table.remove(last);
        }
        segments = live.size() + pool.size();
        maxSegments = (int) Math.min(maxSegments, segments + segmentsOf(JournalOptions.budgetBytesInMemory()));
        tell(
                JournalNotice.IN_MEMORY,
                "the journal's files have vanished: " + journal.directory()
                        + "; it goes on in memory until the next start and does not survive the process",
                cause);
    }

    private SegmentStore memory() {
        return new MemorySegmentStore(journal.segmentBytes, journal.control.journalId());
    }

    private void become(Space next, String message, Throwable cause) {
        Space before = journal.space;
        if (before == next || before == Space.CLOSED) {
            return;
        }
        journal.space = next;
        if (next == Space.FAILING ? !refusal.isNews() : next == Space.OPEN && failedQuietly) {
            failedQuietly = next == Space.FAILING;
            return;
        }
        failedQuietly = false;
        JournalNotice notice = next == Space.OPEN
                ? JournalNotice.SPACE_RETURNED
                : next == Space.SPENT ? JournalNotice.BUDGET_SPENT : JournalNotice.DISK_FULL;
        tell(notice, message, cause);
    }

    /** Moves a cursor that holds back more than half of the budget, if another one shows that it need not. */
    private void overrun(long tail, long now) {
        long budget = (long) maxSegments * journal.segmentBytes;
        Cursor[] cursors = journal.openCursors();
        long best = Long.MAX_VALUE;
        for (Cursor cursor : cursors) {
            best = Math.min(best, tail - cursor.position());
        }
        if (best > budget / 4) {
            return;
        }
        for (Cursor cursor : cursors) {
            if (tail - cursor.position() > budget / 2) {
                long skipped = cursor.overrunTo(tail - budget / 2);
                if (skipped > 0 && now - overrunNoticeNs >= NOTICE_EVERY_NS) {
                    overrunNoticeNs = now;
                    tell(
                            JournalNotice.CURSOR_OVERRUN,
                            "a reader holds back more than half of the budget and loses its oldest records: cursor="
                                    + cursor.name() + ", lagBytes=" + (tail - cursor.position()),
                            null);
                }
            }
        }
    }

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
            tell(
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

    /** Gives disk space of a past burst back. */
    private void trim(long now) {
        if (live.size() + pool.size() > WINDOW_SEGMENTS) {
            try {
                pool.trimOne(now);
            } catch (IOException e) {
                tell(JournalNotice.DISK_FULL, "a segment could not be trimmed: " + e, e);
            }
            segments = live.size() + pool.size();
        }
    }

    long usedBytes() {
        return (long) segments * journal.segmentBytes;
    }

    /** Stops the thread; from then on late appenders keep house themselves. Bounded, whatever the thread hangs in. */
    void stop(boolean deleteFiles) {
        stopped = true;
        wake();
        boolean interrupted = false;
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
            if (deleteFiles && entered) {
                removeFiles();
            }
        } finally {
            leaveHouse();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void removeFiles() {
        try {
            Segment last = live.peekLast();
            if (last != null && last.allocatedBytes() < last.segmentBytes) {
                last.file.holdOpen();
            }
            source = memory();
            store.deleteAll();
        } catch (IOException e) {
            tell(JournalNotice.DISK_FULL, "files could not be removed: " + journal.directory() + ": " + e, e);
        }
    }

    /** Makes room for a late append out of what the cursors have passed; false when there is none. */
    boolean keepHouseLate(int bytes, int flags) {
        if (!enterHouse()) {
            return false;
        }
        try {
            recycle(System.nanoTime());
            if (!pool.isEmpty() || !journal.hasRoom(bytes, flags)) {
                boolean ignored = prepareTo(journal.tailPosition() + 2L * bytes + FIRST_CHUNK_BYTES, FIRST_CHUNK_BYTES);
            }
        } catch (IOException e) {
            return journal.hasRoom(bytes, flags);
        } catch (RuntimeException | Error e) {
            refusal.by(e);
            return journal.hasRoom(bytes, flags);
        } finally {
            leaveHouse();
        }
        return journal.hasRoom(bytes, flags);
    }

    private void tell(JournalNotice notice, String message, Throwable cause) {
        try {
            journal.options.listener().notice(notice, message, cause);
        } catch (RuntimeException | Error ignored) {
            // A listener that throws must not stop the keeper.
        }
    }
}
