package dev.millrace.journal;

/** Tells once where a lock that is taken anew turns out to be another process's by now. Not thread-safe. */
final class LockLoss {
    private final QueueListener listener;
    private final String message;
    private boolean lost;

    LockLoss(QueueListener listener, String message) {
        this.listener = listener;
        this.message = message;
    }

    /** To be called with what each attempt has found. */
    void found(boolean kept) {
        if (!kept && !lost) {
            try {
                listener.notice(JournalNotice.SLOT_SHARED, message, null);
            } catch (Throwable ignored) {
                // A listener that throws must keep nobody from the next attempt.
            }
        }
        lost = !kept;
    }
}
