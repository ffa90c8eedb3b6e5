package dev.millrace.bench.driver;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Watches a log file grow. */
final class FileProgress {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    private final File file;
    private final int lineBytes;
    private long grownAtNs = System.nanoTime();

    FileProgress(Path file, LineFormat format) {
        this.file = file.toFile();
        this.lineBytes = format.lineBytes();
    }

    /** Whole lines in the file now. */
    long lines() {
        return file.length() / lineBytes;
    }

    /**
     * Waits until the file holds the lines.
     *
     * @return false when it stopped growing before: lines are lost
     */
    boolean awaitLines(long lines) {
        return awaitBytes(lines * lineBytes, STALLED_NS);
    }

    /** Waits until the file has not grown for a second: whoever loses lines is through. */
    void awaitQuiet() {
        awaitBytes(Long.MAX_VALUE, QUIET_NS);
    }

    /** When the file was last seen to grow, on the clock of {@link System#nanoTime}. */
    long grownAtNs() {
        return grownAtNs;
    }

    private boolean awaitBytes(long bytes, long stalledNs) {
        long seen = file.length();
        grownAtNs = System.nanoTime();
        while (seen < bytes) {
            LockSupport.parkNanos(POLL_NS);
            long now = file.length();
            if (now != seen) {
                seen = now;
                grownAtNs = System.nanoTime();
            } else if (System.nanoTime() - grownAtNs > stalledNs) {
                return false;
            }
        }
        return true;
    }
}
