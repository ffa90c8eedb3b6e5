package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Something that a thread of a queue does again and again. Whatever it throws is told, once in a while, and keeps neither
 * the thread nor its other duties from going on.
 */
final class Duty {
    private static final long NOTICE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final Path directory;
    private final QueueListener listener;
    private final Work work;
    private long noticeNs = System.nanoTime() - NOTICE_EVERY_NS;

    /** What is to be done. */
    interface Work {
        /** Returns whether there is more to do at once. */
        boolean some() throws IOException;
    }

    Duty(String name, Path directory, QueueListener listener, Work work) {
        this.name = name;
        this.directory = directory;
        this.listener = listener;
        this.work = work;
    }

    /** Does it. Returns whether there is more to do at once. */
    boolean attempt() {
        // With an interrupt pending no file could be read.
        boolean ignored = Thread.interrupted();
        try {
            return work.some();
        } catch (Throwable failed) {
            tell(failed);
            return false;
        }
    }

    private void tell(Throwable failed) {
        long now = System.nanoTime();
        if (now - noticeNs < NOTICE_EVERY_NS) {
            return;
        }
        try {
            listener.notice(
                    JournalNotice.DISK_FULL,
                    "the queue's housekeeping failed: duty=" + name + ", directory=" + directory + ": " + failed,
                    failed);
            noticeNs = now;
        } catch (Throwable untold) {
            // Without memory for the message it is told at the next attempt.
        }
    }
}
