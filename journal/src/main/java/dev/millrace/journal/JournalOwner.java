package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Whether some process owns a journal, found out by looking: asking for the lock could keep an owner from it.
 *
 * @since 0.1.0
 */
public enum JournalOwner {
    /** A process holds the journal's lock. */
    ALIVE,
    /** Nobody holds it: what is there is what a process left, and nothing is added until the next start. */
    NONE,
    /** It cannot be told here: another operating system, or a container that does not see other processes' locks. */
    UNKNOWN;

    /** Looks who owns the journal in {@code directory}. */
    public static JournalOwner of(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        Path lockFile = absolute.resolveSibling(absolute.getFileName() + LockFile.SUFFIX);
        try {
            if (LockFile.isSeenHeld(lockFile)) {
                return ALIVE;
            }
            return LockFile.areAllSeen() ? NONE : UNKNOWN;
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }
}
