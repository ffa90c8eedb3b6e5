package dev.millrace.journal;

import java.util.concurrent.TimeUnit;

/**
 * Takes a queue's lock anew each second: whoever in this process reads the queue's files, as for a backup, drops it. On a
 * thread of its own, since the others may be at a segment, or at the disk, for longer.
 */
final class QueueLock {
    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final QueueThread thread = new QueueThread("millrace-lock", this::keep);
    private final JournalSlot slot;
    private final LockLoss loss;

    QueueLock(JournalSlot slot, QueueListener listener) {
        this.slot = slot;
        this.loss = new LockLoss(
                listener,
                "another process has taken the queue's lock, and may append to the same files: " + slot.directory()
                        + " (close one of the two: each destroys what the other appends)");
    }

    void start() {
        thread.start();
    }

    /** Gives the queue to the next owner. */
    void close() {
        boolean ignored = thread.stop();
        slot.close();
    }

    private long keep() {
        loss.found(slot.isKept());
        return EVERY_NS;
    }
}
