package dev.millrace.core.lane;

import dev.millrace.journal.Cursor;
import dev.millrace.journal.StackProbe;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lane driven by those who log, for a sink that is synchronous: each goes on when its event is out, and who writes takes
 * the events of those who wait along. Any thread.
 */
final class CallerDrive {
    /** Everything up to the record is out, or the lane has ended. */
    static final int DONE = 0;

    /** The sink waits to begin until other lanes have left its place. */
    static final int WAITS = 1;

    /** The event stays in the journal. */
    static final int GIVEN_UP = 2;

    private static final long LOOK_NS = 10_000_000;
    private static final long HELD_UP_NS = 100_000_000;
    private static final int SPINS_BEFORE_YIELDING = 20;
    private static final int TURNS_BEFORE_PARKING = 40;
    private static final int DRIVES_AFTER_SHARING = 16;

    private final Lane lane;
    private final ReentrantLock lock;
    private final Cursor cursor;
    private final SinkInUse sink;
    private final LaneCourse course;

    /** More than 0 while others drive as well; guarded by the lock. */
    private int sharing;

    CallerDrive(Lane lane, ReentrantLock lock, Cursor cursor, SinkInUse sink, LaneCourse course) {
        this.lane = lane;
        this.lock = lock;
        this.cursor = cursor;
        this.sink = sink;
        this.course = course;
    }

    /**
     * Drives it until the record at {@code position} is out or something is in the way; waits for whoever is at work on it
     * for {@code patienceNs} at most, and shorter where that one waits itself for what the caller may hold. Once writes are
     * bounded it drives no longer than that either, but for a step.
     */
    int to(long position, long patienceNs) {
        if (!StackProbe.hasRoom()) {
            // The stack is nearly used up, and a writer that overflows leaves locks behind.
            return GIVEN_UP;
        }
        if (lane.isDrivenByCaller()) {
            lane.leaveOutEcho(position);
            return GIVEN_UP;
        }
        boolean interrupted = Thread.interrupted();
        try {
            long movedNs = System.nanoTime();
            long deadlineNs = movedNs + patienceNs;
            long seen = -1;
            for (int turn = 0; cursor.position() <= position && !course.hasEnded(); turn++) {
                if (!lock.tryLock()) {
                    if (patienceNs > 0 && turn < TURNS_BEFORE_PARKING) {
                        // Whoever writes takes this event along more often than not.
                        giveWay(turn);
                        continue;
                    }
                    boolean locked = tryLock(lock, Math.min(LOOK_NS, deadlineNs - System.nanoTime()));
                    interrupted |= Thread.interrupted();
                    if (!locked) {
                        long nowNs = System.nanoTime();
                        long progress = lane.progress();
                        if (progress != seen || !isHeldUp()) {
                            seen = progress;
                            movedNs = nowNs;
                        }
                        if (deadlineNs - nowNs <= 0 || nowNs - movedNs > HELD_UP_NS) {
                            return GIVEN_UP;
                        }
                        continue;
                    }
                }
                boolean waitsForOthers;
                try {
                    gather(position);
                    while (cursor.position() <= position
                            && lane.stepLocked(false)
                            && !(sink.isBounded() && deadlineNs - System.nanoTime() <= 0)) {
                        // steps until the record is out or something is in the way
                    }
                    waitsForOthers = course.waitsForOthers();
                } finally {
                    lock.unlock();
                }
                if (cursor.position() > position) {
                    break;
                }
                if (lane.isFailing() || deadlineNs - System.nanoTime() <= 0) {
                    return GIVEN_UP;
                }
                if (waitsForOthers) {
                    // The other lane may fail for long.
                    return WAITS;
                }
                // Another thread has claimed an earlier record and not committed it yet, or is about to fix a switch.
                giveWay(turn);
            }
            return DONE;
        } finally {
            lane.letGo();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Where several threads drive, lets the others log first: their lines go out in the same write. Those whose lines went
     * out with the last one log their next at the same moment, and would each find the lane at work for one line.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    private void gather(long position) {
        if (cursor.position() < position) {
            sharing = DRIVES_AFTER_SHARING;
        } else if (sharing > 0) {
            sharing--;
            Thread.yield();
        }
    }

    /** Whether whoever writes waits for some lock: it may be one that the calling thread prints under. */
    private boolean isHeldUp() {
        Thread writer = sink.get().foreignWriter();
        Thread.State state = writer == null ? null : writer.getState();
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
    }

    /** Waits a moment; a park of any length takes longer than most of what is waited for. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void giveWay(int turn) {
        if (turn < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else if (turn < TURNS_BEFORE_PARKING) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(1_000);
        }
    }

    /** Nobody's interrupt shortens the wait: what is logged past the journal has no other chance. */
    static boolean tryLock(ReentrantLock lock, long patienceNs) {
        boolean locked = lock.tryLock();
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + patienceNs;
        for (long restNs = patienceNs; !locked && restNs > 0; restNs = deadlineNs - System.nanoTime()) {
            try {
                locked = lock.tryLock(restNs, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return locked;
    }
}
