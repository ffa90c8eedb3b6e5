package dev.millrace.journal;

import java.util.concurrent.TimeUnit;

/**
 * That the keeper was refused more space, and when it asks again: soon where it is a disk; ever later where it is memory,
 * because each such question is a full garbage collection. For the keeper.
 */
final class Refusal {
    private static final long DISK_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LAST_RETRY_NS = TimeUnit.SECONDS.toNanos(16);
    private static final long NOTICE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private boolean there;
    private boolean ofMemory;
    private long askAgainNs;
    private long delayNs = FIRST_RETRY_NS;
    private long toldNs = System.nanoTime() - NOTICE_EVERY_NS;

    /** A disk refused. */
    void byDisk() {
        there = true;
        ofMemory = false;
        askAgainNs = System.nanoTime() + DISK_RETRY_NS;
    }

    /** Anything else failed. */
    void by(Throwable failed) {
        there = true;
        ofMemory = failed instanceof OutOfMemoryError;
        askAgainNs = System.nanoTime() + delayNs;
        delayNs = Math.min(2 * delayNs, LAST_RETRY_NS);
    }

    /** Space was given. */
    void isOver() {
        there = false;
        delayNs = FIRST_RETRY_NS;
    }

    /** Whether it is too early to ask for more than there is. */
    boolean holds() {
        return there && System.nanoTime() - askAgainNs < 0;
    }

    /** Whether what was refused is memory: what there is can be used meanwhile. */
    boolean isOfMemory() {
        return there && ofMemory;
    }

    /** Whether it is worth a notice: memory comes and goes with each segment that is read. */
    boolean isNews() {
        long nowNs = System.nanoTime();
        if (ofMemory && nowNs - toldNs < NOTICE_EVERY_NS) {
            return false;
        }
        toldNs = nowNs;
        return true;
    }
}
