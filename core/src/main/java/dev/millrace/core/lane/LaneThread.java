package dev.millrace.core.lane;

import dev.millrace.journal.BackgroundThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon thread that drives a lane while its sink is asynchronous. Ends when it is told to, or when its lane's sink was removed.
 *
 * @since 0.1.0
 */
public final class LaneThread implements Runnable {
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);
    // Who starts an engine logs at once, and should not have to wait for the idle journal's next look.
    private static final long EAGER_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long EAGER_LOOK_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Lane lane;
    private final Thread thread;
    private volatile boolean stopped;

    /** Makes the thread; {@link #start()} starts it. */
    public LaneThread(Lane lane) {
        this.lane = lane;
        this.thread = BackgroundThread.of(this, "millrace-" + lane.name());
    }

    /** Starts driving. */
    public void start() {
        thread.start();
    }

    /** Ends a wait early. Any thread. */
    public void wake() {
        lane.wake();
        LockSupport.unpark(thread);
    }

    /** Asks the thread to end after its step; does not wait. */
    public void stop() {
        stopped = true;
        wake();
    }

    /** Waits for the thread's end; false when it has not ended by then (its sink has stalled). */
    public boolean join(long timeoutMillis) {
        if (Thread.currentThread() == thread) {
            return false;
        }
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (thread.isAlive()) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            if (leftMillis <= 0) {
                break;
            }
            try {
                thread.join(leftMillis);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void rest(long restNs) {
        if (restNs > 0 && !stopped) {
            LockSupport.parkNanos(this, restNs);
        }
    }

    /** Drives the lane until it is told to stop or the lane has ended; run by its own thread. */
    @Override
    public void run() {
        long eagerUntilNs = System.nanoTime() + EAGER_NS;
        while (!isOver()) {
            try {
                drive(eagerUntilNs);
            } catch (RuntimeException | Error e) {
                // The fault of a mapped page is thrown late, at any place, and out of a handler, too.
                lane.letGo();
            }
        }
    }

    private boolean isOver() {
        return stopped || lane.hasEnded();
    }

    private void drive(long eagerUntilNs) {
        while (!isOver()) {
            try {
                // Somebody else's interrupt means nothing here, and would turn every wait into a spin.
                Thread.interrupted();
                long beganNs = System.nanoTime();
                if (lane.step()) {
                    rest(lane.restNs(System.nanoTime() - beganNs));
                } else if (beganNs - eagerUntilNs < 0) {
                    // Parked at once: looks in between are interpreted then, and take the processor from who starts.
                    rest(EAGER_LOOK_NS);
                } else if (!stopped) {
                    lane.await(IDLE_NS);
                }
            } catch (RuntimeException | Error e) {
                lane.letGo();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
    }
}
