package dev.millrace.bench.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Polls a file for the lines of one thread and records how long after the return of its call each one is there.
 *
 * <p>Two threads: the one that logs calls {@link #returned}, the one that polls runs {@link #run}.
 */
final class Visibility implements Runnable {
    /** Records nothing: for the warm-up. */
    static final Visibility IGNORED = new Visibility(null, 0);

    private static final long POLL_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long STALLED_NS = TimeUnit.SECONDS.toNanos(15);
    private static final int DIGITS = 3;

    private final FileProgress file;
    private final long linesBefore;
    private final AtomicLongArray returnedNs;
    private final Histogram histogram = new Histogram(DIGITS);
    private int returned;
    private volatile int expected = -1;
    private volatile boolean complete;

    Visibility(FileProgress file, int atMost) {
        this.file = file;
        this.linesBefore = file == null ? 0 : file.lines();
        this.returnedNs = new AtomicLongArray(atMost);
    }

    /** A call has just returned. */
    void returned() {
        if (file != null) {
            returnedNs.setRelease(returned++, System.nanoTime());
        }
    }

    /** No further call follows. */
    void finish() {
        expected = returned;
    }

    @Override
    public void run() {
        int seen = 0;
        long seenAt = System.nanoTime();
        while (expected < 0 || seen < expected) {
            long lines = file.lines() - linesBefore;
            long now = System.nanoTime();
            if (lines > seen) {
                seenAt = now;
            } else if (expected >= 0 && now - seenAt > STALLED_NS) {
                return;
            }
            while (seen < lines && seen < returnedNs.length()) {
                long returnedAt = returnedNs.getAcquire(seen);
                if (returnedAt == 0) {
                    // The line is in the file before its call has returned; the next poll gives it a time.
                    break;
                }
                histogram.recordValue(Math.max(0, now - returnedAt));
                seen++;
            }
            LockSupport.parkNanos(POLL_NS);
        }
        complete = true;
    }

    boolean complete() {
        return complete;
    }

    Histogram histogram() {
        return histogram;
    }
}
