package dev.millrace.core;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.option.MisspelledOptions;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.HeapShortage;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.CaptureRehearsal;
import dev.millrace.event.Levels;
import dev.millrace.journal.BackgroundThread;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The engine's chores on one daemon thread: prepares the dictionary's space, corrects the clock, writes what
 * synchronous lanes have left over, keeps the number of refused events with the journal, tells of calls that could not be
 * captured, registers the management bean where management is in use, and finishes the journals of processes that have
 * died.
 */
final class Housekeeper implements Runnable {
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int TICKS_PER_SECOND = 4;
    private static final int TICKS_PER_HOUR = 3_600 * TICKS_PER_SECOND;
    // Behind the first line, whose way takes all the processors that a small machine has.
    private static final long INITIALISERS_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long REHEARSAL_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final int CHORE_SECONDS = 1;

    private final Engine engine;
    private final Thread thread;
    private final HeapShortage shortage = new HeapShortage();
    private volatile boolean stopped;
    // Both guarded by this, and made behind the first line.
    private Management management;
    private LeftoverJournals leftovers;
    /** What somebody wants to be done behind the first line; null when it is done, or begun by who has the lock. */
    private volatile Runnable chore;

    private final ReentrantLock choring = new ReentrantLock();
    private boolean optionsTold;
    private long notCapturedTold;
    private long seenTail = -1;
    private int seenTailTick;

    /** Nothing comes: the chores of a second are done at once. */
    private boolean calm;

    private boolean dictionaryFails;

    Housekeeper(Engine engine) {
        this.engine = engine;
        this.thread = BackgroundThread.of(this, "millrace-housekeeper");
    }

    void start() {
        thread.start();
    }

    /** What can wait for the first line, but must be done before the program ends; one at most. */
    void doLater(Runnable wanted) {
        chore = wanted;
    }

    /** Does it now, if it is not done yet; waits a moment for who is at it. Whatever comes of it harms nobody. */
    void doNow() {
        boolean entered = false;
        try {
            entered = choring.tryLock(CHORE_SECONDS, TimeUnit.SECONDS);
            Runnable waiting = chore;
            if (entered && waiting != null) {
                chore = null;
                waiting.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // At the end of a program its class loader may be closed.
        } finally {
            if (entered) {
                choring.unlock();
            }
        }
    }

    /** What knows of journals and cursors of earlier processes. */
    synchronized LeftoverJournals leftovers() {
        if (leftovers == null) {
            leftovers = new LeftoverJournals(engine);
            if (stopped) {
                leftovers.stop();
            }
        }
        return leftovers;
    }

    private synchronized Management management() {
        if (management == null) {
            management = new Management(engine);
            if (stopped) {
                management.unregister();
            }
        }
        return management;
    }

    /** Ends the chores; what runs in the background gets a moment to end in order. */
    void stop() {
        LeftoverJournals startedLeftovers;
        Management startedManagement;
        synchronized (this) {
            stopped = true;
            startedLeftovers = leftovers;
            startedManagement = management;
        }
        LockSupport.unpark(thread);
        if (startedLeftovers != null) {
            startedLeftovers.stop();
        }
        if (startedManagement != null) {
            startedManagement.unregister();
        }
    }

    @Override
    public void run() {
        rehearse();
        for (int tick = 1; !stopped; tick += calm ? TICKS_PER_SECOND : 1) {
            try {
                tick(tick);
            } catch (Throwable e) {
                // Even the telling had no memory: the chores must go on when there is some again.
                LockSupport.parkNanos(this, TICK_NS);
            }
        }
    }

    private void rehearse() {
        try {
            LockSupport.parkNanos(this, INITIALISERS_DELAY_NS);
            if (!stopped) {
                CaptureRehearsal.ofInitialisers();
                doNow();
            }
            LockSupport.parkNanos(this, REHEARSAL_DELAY_NS);
            if (!stopped) {
                CaptureRehearsal.ofRareParts();
                LateClasses.load();
                engine.open().journal().mapForGood();
                tellMisspelledOptions();
            }
        } catch (Throwable e) {
            // Then each part is used for the first time when a call has it.
        }
    }

    /** Once; at the end of a program that was too short for it, too. Whatever comes of it harms nobody. */
    synchronized void tellMisspelledOptions() {
        try {
            if (!optionsTold) {
                optionsTold = true;
                Plan plan = engine.running().plan();
                MisspelledOptions.tell(plan.properties().keySet(), plan.source(), engine.status());
            }
        } catch (RuntimeException | Error e) {
            // At the end of a program its class loader may be closed.
        }
    }

    private void tick(int tick) {
        LockSupport.parkNanos(this, calm ? TICKS_PER_SECOND * TICK_NS : TICK_NS);
        Thread.interrupted();
        if (stopped) {
            return;
        }
        try {
            chores(tick);
            shortage.isOver();
        } catch (RuntimeException | Error e) {
            if (!shortage.mayPass(e)) {
                engine.status().add(StatusCode.MR008, "a chore failed and is tried again", e);
            }
        }
    }

    private void chores(int tick) {
        prepareDictionary();
        if (chore != null) {
            // Who starts the engine was held up.
            doNow();
        }
        boolean soon = driveLeftBehind(tick);
        if (tick % TICKS_PER_HOUR == 0 && engine.open().isPersistent()) {
            engine.open().slot().renew();
        }
        if (tick % TICKS_PER_SECOND == 0) {
            if (engine.open().isPersistent()) {
                engine.open().slot().keep();
            }
            engine.clock().synchronize();
            glanceAtSynchronousLanes();
            keepRefusals();
            tellNotCaptured();
            management().registerIfInUse();
        }
        // Behind what needs no thread: there may be none to be had.
        boolean watching = engine.lookForChanges();
        calm = !soon && !watching && tick % TICKS_PER_SECOND == 0;
        for (ManagedLane lane : engine.lanes()) {
            lane.start();
        }
        leftovers().start();
    }

    private void prepareDictionary() {
        try {
            engine.open().dictionary().prepareAhead();
            dictionaryFails = false;
        } catch (IOException e) {
            if (!dictionaryFails) {
                dictionaryFails = true;
                engine.status()
                        .add(StatusCode.MR201, "the dictionary cannot grow; new strings are kept in each event", e);
            }
        }
    }

    /** Only what was there a tick ago and nobody has written since: the callers come first. Whether to look again soon. */
    private boolean driveLeftBehind(int tick) {
        long tail = engine.open().journal().tailPosition();
        if (tail != seenTail) {
            seenTail = tail;
            seenTailTick = tick;
        }
        boolean soon = tick - seenTailTick < TICKS_PER_SECOND;
        for (ManagedLane lane : engine.lanes()) {
            if (lane.isSynchronous()) {
                soon = true;
                if (lane.seenTailPosition > lane.lane().position()) {
                    lane.lane().drive(lane.seenTailPosition - 1, 0);
                }
                lane.lane().passSwitches();
            }
            lane.seenTailPosition = tail;
        }
        return soon;
    }

    /** The threads of the others do that themselves. */
    private void glanceAtSynchronousLanes() {
        for (ManagedLane lane : engine.lanes()) {
            if (lane.isSynchronous() && !lane.isConsole()) {
                lane.lane().glance();
            }
        }
    }

    /** The lanes do so with the line that shows them, which a sink that takes nothing may never come to. */
    private void keepRefusals() {
        for (ManagedLane lane : engine.lanes()) {
            lane.lane().ledger().foldRefusals();
        }
    }

    private void tellNotCaptured() {
        long count = 0;
        for (int i = 0; i < Levels.COUNT; i++) {
            count += engine.calls().refused(DropReason.CAPTURE, i);
        }
        if (count > notCapturedTold) {
            engine.status()
                    .add(
                            StatusCode.MR007,
                            (count - notCapturedTold)
                                    + " log calls could not be captured, because the stack or the heap was used up");
            notCapturedTold = count;
        }
    }
}
