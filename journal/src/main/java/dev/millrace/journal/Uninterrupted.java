package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Does what an interrupt must not end, as it waits for nothing: an interrupt closes files. It is taken away meanwhile and
 * given back, and what one has met in the midst is done again.
 */
final class Uninterrupted {
    /** Something that may be begun anew wherever it was left. */
    interface Work<T> {
        T once() throws IOException;
    }

    private Uninterrupted() {}

    static <T> T result(Work<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return work.once();
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
