package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A file that is locked by one holder, whether that is in this JVM or in another process. Whoever closes any descriptor of a
 * locked file drops the lock of its whole process, and a program may well copy the directory that the file lies in. So the
 * file also names the process that holds it, and {@link #renew} takes a lost lock anew.
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

    /** Where a process's beginning stands behind its name, see proc(5). */
    private static final int BEGINNING = 19;

    /** How often, and up to which length, a lock file is made a length that another one hardly has. */
    private static final int LOOKS = 3;

    private static final int MAX_BYTES = 1024;

    /** The file's first bytes, each locked by itself: while one is taken anew, the other keeps everybody else out. */
    private static final int LOCKED_BYTES = 2;

    /**
     * Files that nobody but {@link #close} closes. A channel that is out of reach is closed, and its lock is gone while a thread
     * may still write. Some are never closed: another opening of them in this JVM holds the lock, one a lock file at most.
     */
    private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

    private final Path path;
    private final FileChannel channel;
    private final FileLock[] locks;
    private final byte[] name;

    private LockFile(Path path, FileChannel channel, FileLock[] locks) {
        this.path = path;
        this.channel = channel;
        this.locks = locks;
        this.name = holder("self ", path).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Takes the lock if nobody holds it, else returns null. The file is created, readable by its owner only. */
    static LockFile tryTake(Path file) throws IOException {
        Path path = real(file);
        // Not by Uninterrupted: the first lambda of a program costs its start several milliseconds.
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return take(path);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            interruptAgain(interrupted);
        }
    }

    private static void interruptAgain(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static LockFile take(Path path) throws IOException {
        if (!enter(path)) {
            return null;
        }
        boolean entered = false;
        try {
            FileChannel channel = PrivateFiles.open(
                    path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
            FileLock[] locks = new FileLock[LOCKED_BYTES];
            try {
                LockFile held = new LockFile(path, channel, locks);
                if (!lock(channel, locks) || held.isOfAnotherProcess()) {
                    return null;
                }
                try {
                    int ignored = held.sign(0);
                } catch (IOException e) {
                    // A full disk: it is locked all the same.
                    if (!channel.isOpen()) {
                        throw e;
                    }
                }
                entered = true;
                return held;
            } catch (OverlappingFileLockException e) {
                // This JVM has it, under a registry that was cleared: closing would drop its lock.
                entered = true;
                return null;
            } finally {
                if (entered) {
                    KEPT_OPEN.add(channel);
                } else {
                    channel.close();
                }
            }
        } finally {
            if (!entered) {
                leave(path);
            }
        }
    }

    private static boolean lock(FileChannel channel, FileLock[] locks) throws IOException {
        for (int at = 0; at < LOCKED_BYTES; at++) {
            if (locks[at] != null) {
                locks[at].release();
            }
            locks[at] = channel.tryLock(at, 1, false);
            if (locks[at] == null) {
                return false;
            }
        }
        return true;
    }

    /** Takes the lock anew where this process has lost it; false where another one has it. To be called once a second. */
    synchronized boolean renew() throws IOException {
        return lock(channel, locks);
    }

    /** Names the holder in the file, with so many bytes behind. */
    private int sign(int moreBytes) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(name, name.length + moreBytes));
        channel.truncate(0);
        channel.write(bytes, 0);
        return name.length + moreBytes;
    }

    /** Whether the file names a process that lives, and not this one: of that the registry tells, and an interrupt may leave it. */
    private boolean isOfAnotherProcess() throws IOException {
        byte[] bytes = new byte[MAX_BYTES];
        int ignored = channel.read(ByteBuffer.wrap(bytes), 0);
        return isOfALiveProcess(new String(bytes, StandardCharsets.ISO_8859_1), path)
                && !Arrays.equals(name, Arrays.copyOf(bytes, name.length));
    }

    /** Whether a file of this text names a process that lives. */
    private static boolean isOfALiveProcess(String text, Path path) {
        String name = text.substring(0, text.indexOf('\n') + 1);
        return !name.isEmpty() && name.equals(holder(name, path));
    }

    /**
     * One process of one boot as the holder of one file, of which there may be copies: the process's number and beginning, whose
     * number that is, and the file's. Empty where the process is gone, or that is not told.
     */
    private static String holder(String numberAndMore, Path path) {
        try {
            String number = numberAndMore.substring(0, numberAndMore.indexOf(' '));
            // Whatever the file says, this leads nowhere else.
            String stat = KernelRandom.text("/proc/" + number.replace('/', ' ') + "/stat");
            // Behind the program's name, which may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            // Who is killed is still there until its parent has asked, but holds nothing any more.
            return fields[0].equals("Z")
                    ? ""
                    : stat.substring(0, stat.indexOf(' ')) + " " + fields[BEGINNING] + " "
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")) + " " + KernelRandom.boot() + " "
                            + KnownFile.key(path) + "\n";
        } catch (IOException | RuntimeException e) {
            return "";
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
            lengthBytes = sign(lengthBytes);
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
    public synchronized void close() {
        if (!KEPT_OPEN.remove(channel)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        boolean named = false;
        try {
            try {
                // This process lives on.
                channel.truncate(0);
            } finally {
                channel.close();
            }
        } catch (ClosedChannelException e) {
            named = Files.exists(path);
        } catch (IOException e) {
            // The lock ends with the process at the latest.
        }
        leave(path);
        try {
            // An interrupt has left the name, and other processes would wait for this one.
            LockFile again = named ? tryTake(path) : null;
            if (again != null) {
                again.close();
            }
        } catch (IOException e) {
            // It ends with the process, too.
        }
        interruptAgain(interrupted);
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
                || (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        && (Files.readAllLines(Path.of("/proc/locks"))
                                        .toString()
                                        .contains(":" + Files.getAttribute(path, "unix:ino") + " ")
                                || isOfALiveProcess(KernelRandom.text(path.toString()), path)));
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
