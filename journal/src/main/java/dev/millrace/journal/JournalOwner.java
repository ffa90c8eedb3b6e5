package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    private static final Path LOCKS = Path.of("/proc/locks");
    private static final Path OWN_PIDS = Path.of("/proc/self/ns/pid");

    /** Number of the first namespace of processes, the same on every Linux. In another one, locks may be hidden. */
    private static final String FIRST_NAMESPACE = "pid:[4026531836]";

    private static final int DEVICE_COLUMN = 5;

    /** Looks who owns the journal in {@code directory}. */
    public static JournalOwner of(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        Path lockFile = absolute.resolveSibling(absolute.getFileName() + LockFile.SUFFIX);
        try {
            if (LockFile.isHeldHere(lockFile)) {
                return ALIVE;
            }
            if (!Files.exists(LOCKS)) {
                return UNKNOWN;
            }
            if (Files.exists(lockFile) && isLocked(Files.readAllLines(LOCKS), inode(lockFile))) {
                return ALIVE;
            }
            return Files.readSymbolicLink(OWN_PIDS).toString().equals(FIRST_NAMESPACE) ? NONE : UNKNOWN;
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }

    private static String inode(Path file) throws IOException {
        return ":" + Files.getAttribute(file, "unix:ino");
    }

    // A line: 12: POSIX  ADVISORY  WRITE 4711 fd:00:123456 0 EOF. The device is not compared: a file system of layers
    // shows another one here than to its users. An inode that is met by chance means ALIVE, the careful answer.
    private static boolean isLocked(List<String> locks, String inode) {
        for (String line : locks) {
            String[] columns = line.replace("-> ", "").trim().split("\\s+", -1);
            if (columns.length > DEVICE_COLUMN && columns[DEVICE_COLUMN].endsWith(inode)) {
                return true;
            }
        }
        return false;
    }
}
