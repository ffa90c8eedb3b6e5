package dev.millrace.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread of a queue that syncs: it does nothing else, so that nothing else makes it late. */
final class TimedSync implements Runnable {
    /** How often cursors are forced where each append is. */
    private static final Duration CURSORS_EVERY = Duration.ofMillis(20);

    private static final long STOP_WAIT_MS = 5_000;

    private final Thread thread = new Thread(this, "millrace-sync");
    private final Duty syncing;
    private final Duty syncingCursors;
    private final long everyNs;
    private volatile boolean stopped;

    TimedSync(QueueOptions options, Path directory, Duty.Work records, Duty.Work cursors) {
        this.syncing = new Duty("sync", directory, options.listener(), records);
        this.syncingCursors = new Duty("sync of cursors", directory, options.listener(), cursors);
        QueueSync sync = options.sync();
        this.everyNs = sync.isNone()
                ? Long.MAX_VALUE
                : TimeUnit.NANOSECONDS.convert(sync.isEveryAppend() ? CURSORS_EVERY : sync.every());
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
            boolean ignored = syncing.attempt() || syncingCursors.attempt();
            long restNs = everyNs - (System.nanoTime() - startNs);
            LockSupport.parkNanos(this, restNs);
        }
    }
}
