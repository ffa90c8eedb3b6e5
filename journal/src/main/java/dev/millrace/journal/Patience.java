package dev.millrace.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One wait for a record: some polls, then pauses that grow to half a millisecond.
 *
 * <p>Design note: a reader that waits again at once after its last wait reads a steady flow. Then it lets records gather:
 * one that wakes up for each few of them takes the processor from the appender tens of thousands of times a second.
 */
final class Patience {
    private static final int POLLS_BEFORE_PARKING = 100;
    private static final long FIRST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long FLOW_PARK_NS = TimeUnit.MICROSECONDS.toNanos(400);
    private static final long LONGEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Between the starts of two waits in a flow. */
    private static final long FLOW_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private long startNs = System.nanoTime() - FLOW_NS;
    private long timeoutNs;
    private int polls;
    private long parkNs;

    /** Begins a wait. */
    void begin(long mostNs) {
        long now = System.nanoTime();
        boolean flows = now - startNs < FLOW_NS;
        polls = flows ? POLLS_BEFORE_PARKING : 0;
        parkNs = flows ? FLOW_PARK_NS : FIRST_PARK_NS;
        startNs = now;
        timeoutNs = mostNs;
    }

    /** Lets some time pass; false, at once, when the wait is over. */
    boolean hasMore(Object blocker) throws InterruptedException {
        long leftNs = timeoutNs - (System.nanoTime() - startNs);
        if (leftNs <= 0) {
            return false;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for a record");
        }
        if (polls < POLLS_BEFORE_PARKING) {
            polls++;
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(blocker, Math.min(parkNs, leftNs));
            parkNs = Math.min(LONGEST_PARK_NS, 2 * parkNs);
        }
        return true;
    }
}
