package dev.millrace.core.status;

/**
 * Tells a heap that is full for a moment, which is waited out in silence, from one that stays full. Counts the attempts
 * at one thing that ran out of memory, one after the other. Not thread-safe; allocates nothing.
 *
 * @since 0.1.0
 */
public final class HeapShortage {
    /** Attempts that may run out of memory before it is told. */
    public static final int MAX_ATTEMPTS = 100;

    private int attempts;

    /** Counts a failed attempt; true when it ran out of memory and so few did before it that it may pass. */
    public boolean mayPass(Throwable failure) {
        if (!(failure instanceof OutOfMemoryError)) {
            return false;
        }
        attempts = Math.min(attempts, MAX_ATTEMPTS) + 1;
        return attempts <= MAX_ATTEMPTS;
    }

    /** Whether the last attempt ran out of memory. */
    public boolean isThere() {
        return attempts > 0;
    }

    /** An attempt did not run out of memory. */
    public void isOver() {
        attempts = 0;
    }
}
