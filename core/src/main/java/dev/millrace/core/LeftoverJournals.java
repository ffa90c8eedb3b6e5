package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.option.DefaultBudget;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.BackgroundThread;
import dev.millrace.journal.JournalForward;
import dev.millrace.journal.JournalSlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finishes, in the background, what processes that died have left: cursors of this journal whose sinks are gone from
 * the configuration, and journals of this identity that nobody owns any more, also where a start that could not use this
 * journal's place has put one.
 */
final class LeftoverJournals implements Runnable {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_RETRIES = 40;
    private static final int MOST_FAILURES = 5;
    private static final long STOP_MILLIS = 500;
    private static final long PATIENCE_MILLIS = 5_000;

    private final Engine engine;
    /** Held while they are finished: a reload waits for that. */
    private final ReentrantLock ownCursors = new ReentrantLock();

    /** Names of those that are not finished, and whose sinks no reload has brought back; guarded by that. */
    private final List<String> orphans;

    /** Whether a reload is in the making that may bring their sinks back; guarded by that. */
    private boolean ownTaken;

    /** Whether there are any. */
    private volatile boolean ownLeft;

    private Thread thread;
    private volatile boolean stopped;
    private volatile boolean looked;
    // The thread's own: something fails at the moment, or a sink takes nothing.
    private boolean unfinished;
    private int failures;

    LeftoverJournals(Engine engine) {
        this.engine = engine;
        this.orphans = OpenJournal.orphans(engine.open(), engine.running().plan());
        this.ownLeft = !orphans.isEmpty();
    }

    /** Starts the recovery unless that was done. */
    synchronized void start() {
        if (thread == null && engine.open().isPersistent() && !stopped) {
            Thread made = BackgroundThread.of(this, "millrace-recovery");
            made.start();
            thread = made;
        }
    }

    /** Starts the recovery unless that was done, and says whether it is at it for the first time. */
    boolean isLooking() {
        try {
            start();
        } catch (OutOfMemoryError e) {
            // Nor is there a thread for it.
            return false;
        }
        return !looked && engine.open().isPersistent();
    }

    /** Asks the recovery to end after its step; what is not finished is left for the next start. */
    void stop() {
        stopped = true;
        Thread current;
        synchronized (this) {
            current = thread;
        }
        if (current == null) {
            return;
        }
        LockSupport.unpark(current);
        try {
            current.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it goes on all the same, as in a write that hangs. */
    synchronized boolean isAtWork() {
        return thread != null && thread.isAlive();
    }

    @Override
    public void run() {
        do {
            unfinished = false;
            try {
                lookEverywhere();
                if (!stopped) {
                    // Before those hear of it who have rolled files compressed at the end.
                    engine.archives().looked();
                }
                // Last: one of their files may be a pipe that nobody reads.
                unfinished |= !finishOwnCursors();
            } catch (RuntimeException | Error e) {
                // Even the telling had no memory.
                unfinished = true;
            }
            looked = true;
            if (unfinished && !stopped) {
                LockSupport.parkNanos(AGAIN_NS);
            }
        } while (unfinished && !stopped);
    }

    /** It may be so for a moment, as where the heap is full; what fails for good is tried a few times only. */
    private void failed(String what, Throwable e) {
        unfinished |= failures++ < MOST_FAILURES;
        engine.status().add(StatusCode.MR010, what, e);
    }

    private void lookEverywhere() {
        try {
            Path home = engine.open().home();
            finishAbandoned(home);
            Set<Path> seen = new HashSet<>();
            seen.add(home.toAbsolutePath());
            finishForwarded(home, seen);
            for (JournalHome other : JournalHome.everywhere(engine.running().plan(), engine.options())) {
                if (seen.add(other.home().toAbsolutePath())) {
                    finishAbandoned(other.home());
                }
            }
            JournalSlot.removeExpired(home.getParent(), new JournalNews(engine.status()));
        } catch (RuntimeException | Error e) {
            failed("journals of earlier processes could not be looked for", e);
        }
    }

    /** Follows the notes in a home, and those in the homes that they lead to. */
    private void finishForwarded(Path home, Set<Path> seen) {
        for (Path other : JournalForward.targets(home)) {
            if (seen.add(other)) {
                finishForwarded(other, seen);
                finishAbandoned(other);
            }
            if (!JournalForward.holdsJournals(
                    other, engine.open().slot().directory().toAbsolutePath())) {
                engine.reloader().removeNote(home, other);
            }
        }
    }

    private void finishAbandoned(Path home) {
        for (JournalSlot slot : JournalSlot.claimAbandoned(home, new JournalNews(engine.status()))) {
            try {
                finish(slot, home);
            } catch (IOException | RuntimeException | Error e) {
                failed("the journal " + slot.directory() + " could not be opened or finished", e);
            }
        }
    }

    /**
     * Finishes the cursors of the engine's own journal whose sinks are gone since an earlier process. False when it is to be
     * tried again, because their files take nothing, or a reload has them.
     */
    boolean finishOwnCursors() {
        ownCursors.lock();
        try {
            finishOwnCursors(null);
            return !ownLeft;
        } finally {
            ownCursors.unlock();
        }
    }

    /**
     * The same for a reload, which does that first: its sinks may go to the same files. False when the recovery is at it and
     * comes to no end. Otherwise the reload says how it ended.
     *
     * @param next the plan that it puts in force, whose sinks go on with theirs
     */
    boolean leaveOwnCursorsTo(Plan next) {
        try {
            if (!ownCursors.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            finishOwnCursors(next);
            ownTaken = true;
            return true;
        } finally {
            ownCursors.unlock();
        }
    }

    private void finishOwnCursors(Plan next) {
        // A reload may come to this when the journal is closed already.
        if (ownLeft && !ownTaken && !stopped) {
            ownLeft = !OpenJournal.finishOrphans(engine.open(), orphans, next, false, engine.status());
        }
    }

    /** A reload has ended; where its plan is in force, those whose sinks it has brought back are theirs. */
    void reloaded(boolean inForce) {
        ownCursors.lock();
        try {
            if (inForce) {
                orphans.removeAll(LaneBuilder.cursorNames(engine.running().plan()));
                ownLeft = !orphans.isEmpty();
            }
            // Last: until then they may be those of lanes.
            ownTaken = false;
        } finally {
            ownCursors.unlock();
        }
    }

    /** Whether some of those are left for another start, and no reload has brought their sinks back. */
    boolean leavesOwnCursors() {
        return ownLeft;
    }

    private void finish(JournalSlot slot, Path home) throws IOException {
        if (stopped) {
            slot.close();
            return;
        }
        OpenJournal open;
        try {
            long budgetBytes = engine.options().budgetBytes();
            open = OpenJournal.openSlot(
                    slot,
                    home,
                    OpenJournal.journalOptions(
                            engine.options(),
                            budgetBytes == 0 ? DefaultBudget.bytesFor(slot.directory()) : budgetBytes,
                            new JournalNews(engine.status())),
                    true);
        } catch (IOException | RuntimeException | Error e) {
            slot.close();
            throw e;
        }
        List<Lane> lanes = new ArrayList<>();
        boolean left = false;
        boolean drained = false;
        // Its lanes may have files open that the running engine rolls meanwhile.
        engine.archives().archivist().hold();
        try {
            Generation running = engine.running();
            addLanes(open, running, lanes);
            open.journal().stampBoot();
            for (Lane lane : lanes) {
                left |= lane.position() < open.startPosition();
            }
            drained = drain(lanes);
            if (drained) {
                drained = new OrphanCursors(open, OpenJournal.orphans(open, running.plan()), null, engine.status())
                        .finish(false);
                unfinished |= !drained;
            }
        } finally {
            try {
                close(open, lanes, left, drained);
            } finally {
                engine.archives().archivist().release();
            }
        }
    }

    private void addLanes(OpenJournal open, Generation running, List<Lane> lanes) {
        LaneBuilder builder = new LaneBuilder(
                open,
                running.plan(),
                new CallCounters(open.journal()),
                running.tree(),
                engine.startMicros(),
                engine.archives(),
                engine.status());
        List<SinkPlan> sinks = running.plan().sinks();
        for (int i = 0; i < sinks.size(); i++) {
            Lane lane = new Lane(builder.leftoverParts(sinks.get(i), i));
            lanes.add(lane);
            lane.open();
        }
    }

    /** False when it was stopped, or nothing is taken any more: whatever else waits goes first then. */
    private boolean drain(List<Lane> lanes) {
        int retries = 0;
        while (!stopped) {
            boolean progress = false;
            boolean drained = true;
            for (Lane lane : lanes) {
                progress |= lane.step();
                drained &= lane.isDrained();
            }
            if (drained && !progress) {
                return true;
            }
            if (progress) {
                retries = 0;
            } else if (retries++ < MOST_RETRIES) {
                LockSupport.parkNanos(RETRY_NS);
                Thread.interrupted();
            } else {
                unfinished = true;
                return false;
            }
        }
        return false;
    }

    /** {@code left}: it had something for them. One that is retained is finished once, and found by each start. */
    private void close(OpenJournal open, List<Lane> lanes, boolean left, boolean drained) {
        Path directory = open.journal().directory();
        boolean delete = drained && !engine.options().retains();
        try {
            for (Lane lane : lanes) {
                lane.close(true);
            }
            open.close(delete, true);
            if (delete || (drained && left)) {
                engine.status()
                        .add(StatusCode.MR009, "the journal " + directory + " of a process that had died was finished");
            }
        } catch (IOException | RuntimeException e) {
            engine.status().add(StatusCode.MR010, "the journal " + directory + " could not be closed in order", e);
        }
    }
}
