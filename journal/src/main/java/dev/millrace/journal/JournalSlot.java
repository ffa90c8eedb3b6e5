package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A directory for one journal, locked by this JVM: {@code <home>/<number>}, with its lock in {@code <number>.lock}.
 *
 * @since 0.1.0
 */
public final class JournalSlot implements AutoCloseable {
    /** How long a slot that nobody claims is kept. */
    public static final int EXPIRES_AFTER_DAYS = 7;

    private static final int MAX_SLOTS = 64;
    private static final Path OWN_PROCESS = Path.of("/proc/self");

    private final Path directory;
    private final LockFile lock;
    private final KnownFile lockFile;

    /** Whether the directories above were made for it, and go with the last slot; a queue's are its user's. */
    boolean ownsHome = true;

    private JournalSlot(Path directory, LockFile lock, KnownFile lockFile) {
        this.directory = directory;
        this.lock = lock;
        this.lockFile = lockFile;
    }

    /**
     * Takes the first free slot below {@code home} (created readable by its owner only; owner and symlinks are
     * checked).
     *
     * @throws JournalException with {@link JournalNotice#DIRECTORY_REFUSED} when none is to be had there
     * @throws IOException when the file system refuses
     */
    public static JournalSlot claim(Path home, JournalListener listener) throws IOException {
        for (int vanished = 0; ; vanished++) {
            try {
                return claimFirst(home, listener);
            } catch (NoSuchFileException e) {
                // Whoever leaves nothing behind removes empty directories, perhaps those that were just made sure of
                // here.
                if (vanished == MAX_SLOTS) {
                    throw e;
                }
            }
        }
    }

    private static JournalSlot claimFirst(Path home, JournalListener listener) throws IOException {
        createPrivate(home.getParent());
        createPrivate(home);
        for (int number = 0; number < MAX_SLOTS; number++) {
            JournalSlot slot = tryClaim(home, number);
            if (slot != null) {
                slot.createDirectory();
                if (number > 0) {
                    listener.notice(
                            JournalNotice.SLOT_SHARED,
                            "another JVM or class loader logs with this configuration: home=" + home + ", slot="
                                    + number,
                            null);
                }
                return slot;
            }
        }
        throw new JournalException(
                JournalNotice.DIRECTORY_REFUSED,
                "no slot is free in " + home + ": maximum=" + MAX_SLOTS + " (too many JVMs on one configuration)",
                null);
    }

    /** Claims the other slots of {@code home} whose owners have died, for their recovery. */
    public static List<JournalSlot> claimAbandoned(Path home, JournalListener listener) {
        List<JournalSlot> claimed = new ArrayList<>();
        for (int number = 0; number < MAX_SLOTS; number++) {
            Path directory = home.resolve(Integer.toString(number));
            try {
                // A kill may have left the lock alone.
                if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                        || Files.exists(home.resolve(number + LockFile.SUFFIX))) {
                    // Nobody else may have put it there: homes are looked at that this process does not use itself.
                    createPrivate(home.getParent());
                    createPrivate(home);
                    JournalSlot slot = tryClaim(home, number);
                    if (slot != null && Files.exists(directory)) {
                        claimed.add(slot);
                    } else if (slot != null) {
                        // Another process has finished it meanwhile.
                        slot.close();
                    }
                }
            } catch (IOException | RuntimeException e) {
                listener.notice(
                        JournalNotice.DIRECTORY_REFUSED,
                        "an abandoned slot cannot be claimed: " + directory + ": " + e,
                        e);
            }
        }
        return claimed;
    }

    /**
     * Removes the slots of other identities below {@code base} that nobody has claimed for {@link #EXPIRES_AFTER_DAYS}.
     */
    public static void removeExpired(Path base, JournalListener listener) {
        long limit = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(EXPIRES_AFTER_DAYS);
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(base)) {
            for (Path home : homes) {
                if (Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
                    removeExpiredSlots(home, limit, listener);
                }
            }
        } catch (IOException | RuntimeException e) {
            listener.notice(
                    JournalNotice.DIRECTORY_REFUSED, "expired slots cannot be looked for in " + base + ": " + e, e);
        }
    }

    private static void removeExpiredSlots(Path home, long limitMillis, JournalListener listener) throws IOException {
        for (int number = 0; number < MAX_SLOTS; number++) {
            Path directory = home.resolve(Integer.toString(number));
            Path control = directory.resolve("control");
            // 0 for what is not there: a control page that has just gone, or the lock of an old slot.
            long usedMillis = control.toFile().lastModified();
            if (usedMillis == 0
                    || usedMillis > limitMillis
                    || !Files.isRegularFile(control, LinkOption.NOFOLLOW_LINKS)
                    || home.resolve(number + LockFile.SUFFIX).toFile().lastModified() > limitMillis) {
                continue;
            }
            JournalSlot slot = tryClaim(home, number);
            if (slot != null) {
                try {
                    new FileSegmentStore(directory, 0, 0).deleteAll(new ArrayDeque<>());
                } finally {
                    slot.close();
                }
                listener.notice(
                        JournalNotice.SLOT_EXPIRED,
                        "a journal that nobody claimed for " + EXPIRES_AFTER_DAYS + " days was removed: " + directory,
                        null);
            }
        }
    }

    /** Whether an entry of a home is a slot whose owner has died. */
    public static boolean isAbandoned(Path home, String entry) {
        try {
            JournalSlot slot = entry.indexOf('.') < 0 ? tryClaim(home, Integer.parseInt(entry)) : null;
            if (slot != null) {
                slot.close();
            }
            return slot != null;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Whether an entry of a home may be a slot that somebody holds. That is looked at only: asking for its lock could keep
     * its next owner, or who finishes it, from it.
     */
    public static boolean mayBeHeld(Path home, String entry) {
        try {
            return LockFile.isSeenHeld(home.resolve(entry + LockFile.SUFFIX)) || !LockFile.areAllSeen();
        } catch (IOException | RuntimeException e) {
            return true;
        }
    }

    /** The slot if nobody holds it, else null. */
    static JournalSlot tryClaim(Path home, int number) throws IOException {
        Path lockPath = home.resolve(number + LockFile.SUFFIX);
        refuseSymlink(lockPath);
        LockFile lock = LockFile.tryTake(lockPath);
        if (lock == null) {
            return null;
        }
        boolean claimed = false;
        try {
            claimed = lock.isAtItsPath();
            return claimed
                    ? new JournalSlot(home.resolve(Integer.toString(number)), lock, new KnownFile(lockPath))
                    : null;
        } finally {
            if (!claimed) {
                lock.close();
            }
        }
    }

    /** Gives the slot back when that is not possible: nobody else would, and its number would be lost to this JVM. */
    void createDirectory() throws IOException {
        try {
            createPrivate(directory);
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static void createPrivate(Path directory) throws IOException {
        try {
            if (directory.getParent() != null) {
                Files.createDirectories(directory.getParent());
            }
            PrivateFiles.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            refuseSymlink(directory);
            refuseForeign(directory);
        }
    }

    private static void refuseSymlink(Path path) throws JournalException {
        if (Files.isSymbolicLink(path)) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "a symbolic link stands where the journal belongs: " + path, null);
        }
    }

    /** Others must not be able to put a journal under our hands: only a directory of our own, closed to others, will do. */
    private static void refuseForeign(Path directory) throws IOException {
        if (!PrivateFiles.posix(directory)) {
            return;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.owner().equals(ourselves(directory))) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "the directory belongs to another user: " + directory + ", owner=" + attributes.owner(),
                    null);
        }
        if (!mayWrite(attributes, PosixFilePermission.GROUP_WRITE)
                && !mayWrite(attributes, PosixFilePermission.OTHERS_WRITE)) {
            return;
        }
        if (!isOpenedWithAll(directory.toAbsolutePath().getParent(), attributes)) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "others may write the directory: " + directory + " (chmod 700 it, or remove it)",
                    null);
        }
        PrivateFiles.close(directory);
    }

    private static boolean mayWrite(PosixFileAttributes attributes, PosixFilePermission who) {
        return attributes.permissions().contains(who);
    }

    /**
     * Whether somebody has handed all of the surroundings to a group, as a cluster does with a volume: that group could
     * lead the log files anywhere even without the journal. What lies in a directory that is closed, nobody else reaches.
     */
    private static boolean isOpenedWithAll(Path parent, PosixFileAttributes inside) throws IOException {
        PosixFileAttributes around = Files.readAttributes(parent, PosixFileAttributes.class);
        return (PrivateFiles.isClosed(around) && around.owner().equals(inside.owner()))
                || (!mayWrite(inside, PosixFilePermission.OTHERS_WRITE)
                        && !mayWrite(around, PosixFilePermission.OTHERS_WRITE)
                        && mayWrite(around, PosixFilePermission.GROUP_WRITE)
                        && around.group().equals(inside.group()));
    }

    /**
     * The user that files of this process belong to. Its own entry in /proc tells without leaving anything behind; where
     * there is none, a file that is made for the purpose does.
     */
    private static UserPrincipal ourselves(Path directory) throws IOException {
        if (Files.exists(OWN_PROCESS)) {
            return Files.getOwner(OWN_PROCESS);
        }
        Path probe = Files.createTempFile(directory, "owner", null);
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** The slot's directory. */
    public Path directory() {
        return directory;
    }

    /** Whether somebody has removed it: what stands at its path now, if anything does, may be another process's. */
    public boolean isGone() {
        return lockFile.isGone();
    }

    /**
     * Makes sure that the slot is still locked: whoever in this process reads all files around it, as for an archive of the logs,
     * drops the lock. To be called once a second.
     */
    public void keep() {
        boolean ignored = isKept();
    }

    /** The same; false where another process has the lock. */
    boolean isKept() {
        try {
            return lock.renew();
        } catch (IOException e) {
            // Another process sees in the file whose it is.
            return true;
        }
    }

    /** Says that it is in use. Stores to what is mapped may not do so, and what has not been used for long expires. */
    public void renew() {
        if (!isGone()) {
            // By its name: opening the lock file once more, and closing it, would drop the lock.
            boolean ignored =
                    directory.resolve(JournalOpener.CONTROL).toFile().setLastModified(System.currentTimeMillis());
        }
    }

    /** Gives the slot back; its files stay unless the journal deleted them. Then empty directories above it are removed. */
    @Override
    public void close() {
        boolean last = !isGone() && !Files.exists(directory);
        try (lock) {
            if (last) {
                lock.delete();
            }
        } catch (IOException e) {
            // An empty lock file is left behind.
        }
        try {
            if (ownsHome && last) {
                Files.deleteIfExists(directory.getParent());
                Files.deleteIfExists(directory.getParent().getParent());
            }
        } catch (IOException e) {
            // Not empty: other slots or identities live there.
        }
    }
}
