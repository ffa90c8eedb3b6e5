package dev.millrace.core.roll;

import java.nio.file.Path;

/**
 * Takes what is to be done with rolled files in the background, in order; what is not overridden does nothing. Thread-safe.
 *
 * @since 0.1.0
 */
public class ArchiveQueue {
    /** Does nothing. */
    public static final ArchiveQueue NONE = new ArchiveQueue();

    /** One that does nothing as yet. */
    protected ArchiveQueue() {}

    /** Compresses a file some time. */
    public void compress(ArchiveJob job) {
        // The file stays as it is.
    }

    /** Does something else behind what is queued. */
    public void then(Runnable chore) {
        // Nothing is queued.
    }

    /** Gives up what is queued or begun for a file, because it is written to; returns at once. */
    public void withdraw(Path original) {
        // Nothing is queued.
    }

    /**
     * Withdraws a file and leaves it alone until {@link #release}, because it is moved, also where somebody finds its mark
     * and has it queued meanwhile. Once is enough; returns at once.
     */
    public void hold(Path original) {
        // Nothing is queued.
    }

    /** Goes on with what is queued for a file that was held, or was not. */
    public void release(Path original) {
        // Nothing is queued.
    }
}
