package dev.millrace.core;

import dev.millrace.core.lane.Lane;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.BackgroundThread;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends an engine, by {@code close()} or at the end of the JVM: callers go over to writing what they log themselves,
 * the lanes drain within the time-out, and what remains stays in the journal for the next start. However a sink
 * stalls, the time is bounded.
 */
final class Shutdown implements Runnable {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long STALLED_CONSOLE_NS = TimeUnit.SECONDS.toNanos(1);
    // It is tried again each second.
    private static final long FAILING_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long JOIN_MILLIS = 300;
    private static final long LEAST_JOIN_MILLIS = 10;
    // A program that goes on loses nothing by waiting for a write that ends after a second by itself.
    private static final long PATIENT_JOIN_MILLIS = 1_500;
    private static final long STATUS_MILLIS = 500;
    private static final long LEFTOVERS_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_SWEEPS = 100;

    private final Engine engine;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Thread hook;
    // Whether the thread that closes was interrupted, and hears of it when it is done; that thread only.
    private boolean interrupted;

    Shutdown(Engine engine) {
        this.engine = engine;
    }

    /** Closes the engine when the JVM ends. */
    void register() {
        Thread thread = BackgroundThread.of(this, "millrace-exit");
        try {
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        } catch (IllegalStateException e) {
            // The JVM is ending already: nobody will close this engine, so callers write what they log, and wait for no
            // pipe that nobody reads.
            boundWrites();
            engine.enterClosing();
        }
    }

    /** The JVM ends. */
    @Override
    public void run() {
        close(true);
    }

    /** Ends the engine once; a second caller waits for the first. */
    void close(boolean jvmEnds) {
        if (!begun.compareAndSet(false, true)) {
            awaitEnd();
            return;
        }
        noteInterrupt();
        try {
            end(jvmEnds);
        } catch (RuntimeException | Error e) {
            tellFailure(e);
        } finally {
            ended.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void tellFailure(Throwable cause) {
        try {
            engine.status().add(StatusCode.MR004, "closing failed; what is not written stays in the journal", cause);
            engine.status().flush(STATUS_MILLIS);
        } catch (RuntimeException | Error e) {
            // As where the heap is full.
        }
    }

    /** An interrupt closes whatever channel is used, and ends each wait. */
    private void noteInterrupt() {
        interrupted |= Thread.interrupted();
    }

    private void awaitEnd() {
        try {
            if (!ended.await(engine.options().shutdownTimeoutMillis() + 2_000, TimeUnit.MILLISECONDS)) {
                engine.status().add(StatusCode.MR005, "closing goes on in another thread");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(boolean jvmEnds) {
        if (!jvmEnds) {
            unregister();
        }
        long deadlineNs = System.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(engine.options().shutdownTimeoutMillis());
        boundWrites();
        engine.enterClosing();
        boolean reloaded = awaitReload();
        boolean drained = drain(deadlineNs);
        // Only now: what processes that died have left goes on meanwhile.
        finishLeftovers(deadlineNs);
        engine.housekeeper().stop();
        boolean stopped = stopLanes(jvmEnds) && reloaded;
        noteInterrupt();
        String pending;
        if (drained || !jvmEnds || !engine.open().isPersistent()) {
            engine.enterClosed();
            // Whoever appended before the mode was seen drives its event itself, or is swept up here.
            drained = sweep(drained) && drained;
            // What comes from now on its caller writes. Asked before the journal is closed, which pads its last block
            // where it is kept.
            pending = drained ? "" : pending();
            boolean finished = drained && !engine.housekeeper().leftovers().leavesOwnCursors();
            closeJournal(finished && stopped && !keepsDelivered(), stopped);
        } else {
            pending = pending();
            leaveJournal();
        }
        noteInterrupt();
        engine.archives().close(deadlineNs);
        noteInterrupt();
        engine.housekeeper().doNow();
        engine.housekeeper().tellMisspelledOptions();
        tell(pending);
        engine.status().flush(STATUS_MILLIS);
    }

    private boolean keepsDelivered() {
        return engine.options().retains() && engine.open().isPersistent();
    }

    /** One that has begun is done, unless it has stalled; another does not begin. False when one is still at work. */
    private boolean awaitReload() {
        Reloader used = engine.reloaderIfUsed();
        boolean done = used == null || used.stop();
        // Those that it has added meanwhile, too.
        boundWrites();
        return done;
    }

    private void boundWrites() {
        for (ManagedLane lane : engine.lanes()) {
            lane.lane().boundWrites();
        }
    }

    private void forgetJournal() {
        Reloader used = engine.reloaderIfUsed();
        if (used != null) {
            used.forgetJournal();
        }
    }

    /** The JVM's end does not close the engine any more. */
    void unregister() {
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook finds the engine closing and waits.
        }
    }

    private boolean drain(long deadlineNs) {
        List<ManagedLane> lanes = engine.lanes();
        long[] progress = new long[lanes.size()];
        long[] progressNs = new long[lanes.size()];
        Arrays.fill(progress, -1);
        for (ManagedLane lane : lanes) {
            lane.wake();
        }
        while (true) {
            boolean waiting = false;
            boolean drained = true;
            for (int i = 0; i < lanes.size(); i++) {
                ManagedLane managed = lanes.get(i);
                Lane lane = managed.lane();
                if (managed.isSynchronous()) {
                    // In turns: one that is slow leaves time to the others.
                    lane.drive(engine.open().journal().tailPosition() - 1, 10 * POLL_NS);
                    if (!lane.isDrained()) {
                        // A reload has added it, and nothing was logged since: it has not begun.
                        lane.glance();
                    }
                }
                if (lane.isDrained()) {
                    continue;
                }
                drained = false;
                if (lane.progress() != progress[i]) {
                    progress[i] = lane.progress();
                    progressNs[i] = System.nanoTime();
                }
                long stalledNs = System.nanoTime() - progressNs[i];
                if (managed.isConsole() && stalledNs > STALLED_CONSOLE_NS) {
                    managed.markStalled();
                } else {
                    waiting |= stalledNs <= FAILING_NS || !(lane.isFailing() || lane.waitsForOthers());
                }
            }
            if (!waiting || System.nanoTime() - deadlineNs >= 0) {
                return drained;
            }
            LockSupport.parkNanos(POLL_NS);
            noteInterrupt();
        }
    }

    /** A program may end before that has begun, each time anew: it gets a moment where there may be any. */
    private void finishLeftovers(long deadlineNs) {
        if (!engine.open().isBesideOthers()) {
            return;
        }
        LeftoverJournals leftovers = engine.housekeeper().leftovers();
        long beganNs = System.nanoTime();
        long mostNs = Math.min(deadlineNs - beganNs, LEFTOVERS_NS);
        if (mostNs <= 0) {
            // To ask is to begin: a recovery that nobody waits for would read on while the journal is closed.
            return;
        }
        while (leftovers.isLooking() && System.nanoTime() - beganNs < mostNs) {
            LockSupport.parkNanos(POLL_NS);
            noteInterrupt();
        }
    }

    private boolean stopLanes(boolean jvmEnds) {
        for (ManagedLane lane : engine.lanes()) {
            lane.stop();
        }
        boolean stopped = true;
        long beganNs = System.nanoTime();
        for (ManagedLane lane : engine.lanes()) {
            // A console that stalls does so for long. All end side by side: what one was waited for counts for others.
            long patienceMillis = jvmEnds || lane.isConsole() ? JOIN_MILLIS : PATIENT_JOIN_MILLIS;
            long spentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
            if (!lane.join(Math.max(LEAST_JOIN_MILLIS, patienceMillis - spentMillis))) {
                lane.markStalled();
                stopped = false;
            }
        }
        return stopped;
    }

    private boolean sweep(boolean inTime) {
        boolean drained = true;
        for (ManagedLane lane : engine.lanes()) {
            if (!inTime && !lane.lane().isDrained()) {
                lane.markStalled();
            }
            // More than once: callers that are still at it may append while this one drives.
            for (int turn = 0; turn < MOST_SWEEPS && !lane.lane().isDrained(); turn++) {
                if (!lane.driveAtExit(engine.open().journal().tailPosition() - 1)) {
                    break;
                }
                if (!lane.lane().isDrained()) {
                    // One that has it all out may lack a processor to say so.
                    LockSupport.parkNanos(POLL_NS);
                    noteInterrupt();
                }
            }
            drained &= lane.lane().isDrained();
        }
        return drained;
    }

    /**
     * Some sink takes nothing, and the program may log until it is over: what comes is appended, and written by callers
     * where that is possible. The next start goes on as after a kill.
     */
    private void leaveJournal() {
        for (ManagedLane lane : engine.lanes()) {
            lane.lane().ledger().foldRefusals();
            if (lane.lane().isDrained()) {
                lane.lane().close(false);
            }
        }
        engine.open().journal().sealRest();
    }

    /** A slot that somebody still writes from is not given back: the next engine would write the same. */
    private void closeJournal(boolean delete, boolean stopped) {
        boolean giveBack = stopped && !engine.housekeeper().leftovers().isAtWork();
        // What nobody finds again late callers write themselves.
        boolean leavesRest = !delete && engine.open().isPersistent();
        for (ManagedLane lane : engine.lanes()) {
            // The next start shows them where the sink has no line of them yet.
            lane.lane().ledger().foldRefusals();
            giveBack &= lane.lane().close(leavesRest);
        }
        try {
            if (delete) {
                forgetJournal();
            }
            engine.open().close(delete, delete || giveBack);
        } catch (IOException | RuntimeException | Error e) {
            engine.status().add(StatusCode.MR004, "the journal could not be closed in order", e);
        }
    }

    private String pending() {
        StringBuilder pending = new StringBuilder();
        for (ManagedLane lane : engine.lanes()) {
            // A file that was never opened may have nothing to wait for it.
            if (!lane.lane().isDrained()
                    && lane.lane().position() < engine.open().journal().tailPosition()) {
                lane.lane().ledger().tellPending(pending);
            }
        }
        return pending.toString();
    }

    private void tell(String pending) {
        StringBuilder dropped = new StringBuilder();
        for (ManagedLane lane : engine.lanes()) {
            lane.lane().ledger().tellDropped(dropped);
        }
        if (!pending.isEmpty()) {
            engine.status().add(StatusCode.MR005, "events that are not written yet: " + pending + "; " + remainder());
        }
        if (!dropped.isEmpty()) {
            engine.status().add(StatusCode.MR006, "events that were dropped: " + dropped);
        }
    }

    private String remainder() {
        return engine.open().isPersistent()
                ? "they stay in the journal " + engine.open().journal().directory()
                        + ", and the next start finishes the files"
                : "the journal was in memory, so they are lost";
    }
}
