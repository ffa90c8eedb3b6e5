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

    /** Leaves a file alone from now on, because it is moved or written to; returns at once. */
    void withdraw(Path original);
}
