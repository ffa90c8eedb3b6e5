package dev.millrace.journal;

import java.util.concurrent.TimeUnit;

/**
 * Takes a queue's lock anew each second: whoever in this process reads the queue's files, as for a backup, drops it. And
 * looks whether it is still the one of that name: where somebody has removed it, another process may begin a queue there.
 * On a thread of its own, since the others may be at a segment, or at the disk, for longer.
 */
final class QueueLock {
    private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final QueueThread thread = new QueueThread("millrace-lock", this::keep);
    private final JournalSlot slot;
    private final QueueNews news;
    private final LockLoss loss;

    QueueLock(JournalSlot slot, QueueListener listener, QueueNews news) {
        this.slot = slot;
        this.news = news;
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
        try {
            loss.found(slot.isKept());
            if (slot.isGone()) {
                news.vanish(null);
            }
        } catch (Throwable ignored) {
            // A listener that throws must not stop the thread.
        }
        return EVERY_NS;
    }
}
