package dev.millrace.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One wait for a record: some polls, then pauses that grow to half a millisecond. */
final class Patience {
    private static final int POLLS_BEFORE_PARKING = 100;
    private static final long FIRST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONGEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private final long startNs = System.nanoTime();
    private final long timeoutNs;
    private int polls;
    private long parkNs = FIRST_PARK_NS;

    Patience(long timeoutNs) {
        this.timeoutNs = timeoutNs;
    }

    /** Lets some time pass; false, at once, when the wait is over. */
    boolean hasMore(Object blocker) throws InterruptedException {
        if (System.nanoTime() - startNs >= timeoutNs) {
            return false;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for a record");
        }
        if (polls < POLLS_BEFORE_PARKING) {
            polls++;
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(blocker, parkNs);
            parkNs = Math.min(LONGEST_PARK_NS, 2 * parkNs);
        }
        return true;
    }
}
