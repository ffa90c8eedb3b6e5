package dev.millrace.core.roll;

import java.nio.file.Path;

/**
 * Takes what is to be done with rolled files in the background, in order. Thread-safe.
 *
 * @since 0.1.0
 */
public interface ArchiveQueue {
    /** Compresses a file some time. */
    void compress(ArchiveJob job);

    /** Does something else behind what is queued. */
    void then(Runnable chore);

    /** Gives up what is queued or begun for a file, because it is written to; returns at once. */
    void withdraw(Path original);

    /**
     * Withdraws a file and leaves it alone until {@link #release}, because it is moved, also where somebody finds its mark
     * and has it queued meanwhile. Once is enough; returns at once.
     */
    void hold(Path original);

    /** Goes on with what is queued for a file that was held, or was not. */
    void release(Path original);

    /** Does nothing. */
    ArchiveQueue NONE = new ArchiveQueue() {
        @Override
        public void compress(ArchiveJob job) {
            // The file stays as it is.
        }

        @Override
        public void then(Runnable chore) {
            // Nothing is queued.
        }

        @Override
        public void withdraw(Path original) {
            // Nothing is queued.
        }

        @Override
        public void hold(Path original) {
            // Nothing is queued.
        }

        @Override
        public void release(Path original) {
            // Nothing is queued.
        }
    };
}
