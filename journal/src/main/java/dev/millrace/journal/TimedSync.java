package dev.millrace.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The thread of a queue that syncs: it does nothing else, so that nothing else makes it late. */
final class TimedSync {
    /** How often cursors are forced where each append is. */
    private static final Duration CURSORS_EVERY = Duration.ofMillis(20);

    private final QueueThread thread = new QueueThread("millrace-sync", this::syncOnce);
    private final Duty syncing;
    private final Duty syncingCursors;
    private final long everyNs;

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
            thread.start();
        }
    }

    boolean stop() {
        return thread.stop();
    }

    /** Returns how long it is until the next time. */
    private long syncOnce() {
        long startNs = System.nanoTime();
        boolean ignored = syncing.attempt() || syncingCursors.attempt();
        return everyNs - (System.nanoTime() - startNs);
    }
}
