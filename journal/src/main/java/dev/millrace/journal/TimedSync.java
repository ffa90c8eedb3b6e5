package dev.millrace.journal;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread of a queue with {@link QueueSync#every}: it does nothing else, so that nothing else makes it late. */
final class TimedSync implements Runnable {
    private static final long STOP_WAIT_MS = 5_000;

    private final Thread thread = new Thread(this, "millrace-sync");
    private final Duty syncing;
    private final long everyNs;
    private volatile boolean stopped;

    TimedSync(QueueOptions options, Path directory, Duty.Work work) {
        this.syncing = new Duty("sync", directory, options.listener(), work);
        QueueSync sync = options.sync();
        this.everyNs =
                sync.isNone() || sync.isEveryAppend() ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(sync.every());
    }

    /** Starts the thread, if there is anything for it to do. */
    void start() {
        if (everyNs != Long.MAX_VALUE) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        try {
            thread.join(STOP_WAIT_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!stopped) {
            long startNs = System.nanoTime();
            boolean ignored = syncing.attempt();
            long restNs = everyNs - (System.nanoTime() - startNs);
            LockSupport.parkNanos(this, restNs);
        }
    }
}
