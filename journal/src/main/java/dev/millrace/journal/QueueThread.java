package dev.millrace.journal;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A daemon thread of a queue, which does its work again and again until it is stopped. */
final class QueueThread implements Runnable {
    private static final long STOP_WAIT_MS = 5_000;

    private final Thread thread;
    private final LongSupplier work;
    private volatile boolean stopped;

    /** {@code work} returns for how many nanoseconds the thread rests; zero and less mean that there is more to do at once. */
    QueueThread(String name, LongSupplier work) {
        this.thread = BackgroundThread.of(this, name);
        this.work = work;
    }

    void start() {
        thread.start();
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Ends the thread and waits for it, some seconds at most: its last work may stand in a call that does not return.
     *
     * @return false where it does, and the work may go on some day; one that stops its own thread must not go on
     */
    boolean stop() {
        stopped = true;
        LockSupport.unpark(thread);
        // An interrupt is how programs end. What follows may give the queue to another process, while this thread
        // writes.
        boolean interrupted = Thread.interrupted();
        boolean own = Thread.currentThread() == thread;
        try {
            if (!own) {
                thread.join(STOP_WAIT_MS);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own || !thread.isAlive();
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                LockSupport.parkNanos(this, work.getAsLong());
            } catch (InternalError e) {
                // The fault of a mapped page is thrown late, at any place: work that failed has told of it.
            }
        }
    }
}
