package dev.millrace.journal;

import java.time.Duration;

/**
 * When a queue asks the disk to keep what was appended. The process may be killed at any time without loss under each of
 * these; they are about the machine.
 *
 * @param every how long an append may be in memory only; null for as long as the operating system likes (some 30 s),
 *     zero for no time: then an append returns when it is on the disk
 * @since 0.1.0
 */
public record QueueSync(Duration every) {
    /** Checks the time. */
    public QueueSync {
        if (every != null && every.isNegative()) {
            throw new IllegalArgumentException("sync: every=" + every + " is negative");
        }
        if (every != null && every.compareTo(QueueRetention.LONGEST) > 0) {
            throw new IllegalArgumentException("sync: every=" + every
                    + " is longer than a thousand years (say QueueSync.none() if that is meant)");
        }
    }

    /** Never asks: a loss of power takes what the operating system had not written by itself. Fastest. */
    public static QueueSync none() {
        return new QueueSync(null);
    }

    /** Asks every {@code time} in the background: a loss of power takes at most what came in that time. */
    public static QueueSync every(Duration time) {
        if (time.isZero()) {
            throw new IllegalArgumentException(
                    "sync: every=" + time + " (say QueueSync.everyAppend() if that is meant)");
        }
        return new QueueSync(time);
    }

    /**
     * An append returns when it is on the disk, which takes a disk's time (0.1 to 10 ms); threads that append at the same
     * time share one write.
     */
    public static QueueSync everyAppend() {
        return new QueueSync(Duration.ZERO);
    }

    boolean isNone() {
        return every == null;
    }

    boolean isEveryAppend() {
        return every != null && every.isZero();
    }
}
