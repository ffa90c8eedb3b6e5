package dev.millrace.bench.driver;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Watches a log file grow. */
final class FileProgress {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(15);

    private final java.io.File file;

    FileProgress(Path file) {
        this.file = file.toFile();
    }

    /** Whole lines in the file now. */
    long lines() {
        return file.length() / LineFormat.LINE_BYTES;
    }

    /**
     * Waits until the file holds the lines.
     *
     * @return false when it stopped growing before: lines are lost
     */
    boolean awaitLines(long lines) {
        long seen = lines();
        long grownAt = System.nanoTime();
        while (seen < lines) {
            LockSupport.parkNanos(POLL_NS);
            long now = lines();
            if (now != seen) {
                seen = now;
                grownAt = System.nanoTime();
            } else if (System.nanoTime() - grownAt > STALLED_NS) {
                return false;
            }
        }
        return true;
    }
}
