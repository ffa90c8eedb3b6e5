package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A file that is locked by one holder, whether that is in this JVM or in another process. It must hold nothing else and never
 * be opened by others: whoever closes any descriptor of a locked file drops the lock of its whole process.
 */
final class LockFile implements AutoCloseable {
    static final String SUFFIX = ".lock";

    /**
     * Which files this JVM has locked, across class loaders: opening one a second time in one process and closing it again
     * would drop the lock. Kept as text in a system property, the one place that all class loaders share.
     */
    private static final String REGISTRY = "dev.millrace.slots";

    private static final String SEPARATOR = "\n";

    /** Number of the first namespace of processes, the same on every Linux. In another one, locks may be hidden. */
    private static final String FIRST_NAMESPACE = "pid:[4026531836]";

    /** How often, and up to which length, a lock file is made a length that another one hardly has. */
    private static final int LOOKS = 3;

    private static final int MAX_BYTES = 1024;

    /**
     * Files that nobody but {@link #close} closes. A channel that is out of reach is closed, and its lock is gone while a thread
     * may still write. Some are never closed: another opening of them in this JVM holds the lock, one a lock file at most.
     */
    private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private LockFile(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /** Takes the lock if nobody holds it, else returns null. The file is created, readable by its owner only. */
    static LockFile tryTake(Path file) throws IOException {
        Path path = real(file);
        if (!enter(path)) {
            return null;
        }
        boolean entered = false;
        try {
            FileChannel channel = PrivateFiles.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            FileLock lock = null;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                // This JVM has it, under a registry that was cleared: closing would drop its lock.
                entered = true;
                KEPT_OPEN.add(channel);
                return null;
            } finally {
                if (lock == null && !entered) {
                    channel.close();
                }
            }
            entered = lock != null;
            if (!entered) {
                return null;
            }
            KEPT_OPEN.add(channel);
            return new LockFile(path, channel, lock);
        } finally {
            if (!entered) {
                leave(path);
            }
        }
    }

    /** The same for all paths of a file: by another one it would be opened, and closing it would drop the lock. */
    private static Path real(Path path) throws IOException {
        return path.toAbsolutePath().getParent().toRealPath().resolve(path.getFileName());
    }

    /**
     * Whether the locked file is still the one at its path: its last holder may have deleted it meanwhile. The path is
     * only looked at, never opened, not even for its times. What is written here also renews the file's time, by which a
     * slot expires.
     */
    boolean isAtItsPath() throws IOException {
        long random = KernelRandom.word();
        for (int round = 0; round < LOOKS; round++) {
            int lengthBytes = 1 + (int) Math.floorMod(random, (long) MAX_BYTES);
            random /= MAX_BYTES;
            channel.truncate(0);
            channel.write(ByteBuffer.allocate(lengthBytes), 0);
            try {
                if (Files.size(path) != lengthBytes) {
                    return false;
                }
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }

    /** Removes the file while it is locked, so that nobody else takes one that is gone. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Gives the lock back; the file stays. */
    @Override
    public void close() {
        try {
            KEPT_OPEN.remove(channel);
            lock.release();
            channel.close();
        } catch (IOException e) {
            // The lock ends with the process at the latest.
        } finally {
            leave(path);
        }
    }

    /** Whether some class loader of this JVM holds the lock file. */
    static boolean isHeldHere(Path path) throws IOException {
        return isHeld(entry(real(path)), System.getProperty(REGISTRY, ""));
    }

    /**
     * Whether some process is seen to hold the lock file. It is only looked at: asking for the lock could keep an owner from
     * it.
     *
     * @throws IOException where no locks are seen
     */
    static boolean isSeenHeld(Path path) throws IOException {
        // A line: 12: POSIX  ADVISORY  WRITE 4711 fd:00:123456 0 EOF. The device is not compared: a file system of
        // layers shows another one here than to its users. An inode that is met by chance means held, the careful
        // answer.
        return isHeldHere(path)
                || (Files.exists(path)
                        && Files.readAllLines(Path.of("/proc/locks"))
                                .toString()
                                .contains(":" + Files.getAttribute(path, "unix:ino") + " "));
    }

    /** Whether the locks of all processes are seen here: a container may not show those of others. */
    static boolean areAllSeen() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).endsWith(FIRST_NAMESPACE);
    }

    private static String entry(Path path) {
        return SEPARATOR + path + SEPARATOR;
    }

    private static boolean isHeld(String entry, String held) {
        return (SEPARATOR + held).contains(entry);
    }

    private static boolean enter(Path path) {
        String entry = entry(path);
        synchronized (System.getProperties()) {
            String held = System.getProperty(REGISTRY, "");
            if (isHeld(entry, held)) {
                return false;
            }
            System.setProperty(REGISTRY, held + path + SEPARATOR);
            return true;
        }
    }

    private static void leave(Path path) {
        synchronized (System.getProperties()) {
            String held = System.getProperty(REGISTRY, "");
            String rest = (SEPARATOR + held).replace(entry(path), SEPARATOR).substring(SEPARATOR.length());
            if (rest.isEmpty()) {
                System.clearProperty(REGISTRY);
            } else {
                System.setProperty(REGISTRY, rest);
            }
        }
    }
}
