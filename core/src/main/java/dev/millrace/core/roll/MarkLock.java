package dev.millrace.core.roll;

import dev.millrace.core.outbox.FileIdentity;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to compress the file that a mark lies beside, whichever process that is.
 *
 * <p>The mark's first byte is locked by whoever compresses the file, for as long as that takes. The second one is locked
 * for a moment: while the archive takes the file's place, and while the mark gets another name, because the file is moved
 * or written to. Who has lost the mark leaves the file alone. The mark's time is that of its last name: a move that nobody
 * finishes for a week is forgotten. Where there are no locks, the mark's name alone tells.
 */
final class MarkLock implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    // Longer than whoever was killed within a move stays away: of a part that is compressed, the lines stand twice.
    private static final long FORGOTTEN_MILLIS = 7 * 86_400_000;

    // What this JVM has locked.
    // In system properties, the one place that all class loaders share: to open a mark a second time, and to close it,
    // would end the lock.
    private static final String KEY = "dev.millrace.mark.";
    private static final String HELD = "held";
    private static final String MOMENT = "for a moment";

    private final Path mark;
    private final long identity;
    private final String key;
    // Null: there are no locks, or the mark is another user's.
    private FileChannel channel;

    private MarkLock(Path mark) {
        this.mark = mark;
        this.identity = FileIdentity.of(mark);
        this.key = key(mark, identity);
    }

    private static String key(Path mark, long identity) {
        return KEY + (identity == FileIdentity.UNKNOWN ? mark : identity);
    }

    /** Null where somebody else compresses the file, or there is no mark: it is done, or the file is moved. */
    static MarkLock tryLock(Path mark) throws IOException {
        MarkLock lock = new MarkLock(mark);
        return System.getProperties().putIfAbsent(lock.key, HELD) == null && lock.isTaken() ? lock : null;
    }

    private boolean isTaken() throws IOException {
        try {
            channel = FileChannel.open(mark, StandardOpenOption.READ, StandardOpenOption.WRITE);
            // What was opened may be another mark than before, or none any more behind the lock.
            if (channel.tryLock(0, 1, false) != null && !isLost()) {
                return true;
            }
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            // Somebody else has it, or has done it.
        } catch (IOException e) {
            closeChannel();
            return true;
        }
        close();
        return false;
    }

    /** By this channel only: to close another one of the same file would end the lock. */
    FileChannel channel() {
        return channel;
    }

    /** Does what replaces the file by its archive, if the mark is still there. */
    boolean run(Compression.Commit commit) throws IOException {
        if (!System.getProperties().replace(key, HELD, MOMENT)) {
            return false;
        }
        FileLock lock = null;
        boolean runs = false;
        try {
            lock = channel == null ? null : channel.tryLock(1, 1, false);
            runs = (lock != null || channel == null) && !isLost();
            if (runs) {
                commit.run();
            }
        } catch (OverlappingFileLockException e) {
            // Another one moves the file.
        } finally {
            if (lock != null) {
                lock.release();
            }
            System.getProperties().replace(key, MOMENT, HELD);
        }
        return runs;
    }

    /** Whether the mark is not there any more. */
    boolean isLost() {
        return FileIdentity.of(mark) != identity;
    }

    @Override
    public void close() throws IOException {
        closeChannel();
        System.getProperties().remove(key);
    }

    private void closeChannel() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    /**
     * Gives a mark that may be there another name, or removes it; behind that its file is as it is, or compressed.
     *
     * @param newName null: it is removed
     * @throws IOException when an archive just takes the file's place, and that does not end
     */
    static boolean rename(Path mark, Path newName) throws IOException {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)) {
            if (renamed(mark, newName)) {
                return true;
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IOException("somebody else is about to remove the file of " + mark);
            }
            LockSupport.parkNanos(mark, PAUSE_NS);
        }
        return false;
    }

    private static boolean renamed(Path mark, Path newName) throws IOException {
        String key = key(mark, FileIdentity.of(mark));
        Properties held = System.getProperties();
        boolean opens = held.putIfAbsent(key, MOMENT) == null;
        if (!opens && !held.replace(key, HELD, MOMENT)) {
            return false;
        }
        try {
            // Where this JVM compresses the file, no other process does.
            return opens ? renamedLocked(mark, newName) : renameAlone(mark, newName);
        } finally {
            if (opens) {
                held.remove(key);
            } else {
                // Unless it was given back meanwhile.
                held.replace(key, MOMENT, HELD);
            }
        }
    }

    private static boolean renamedLocked(Path mark, Path newName) throws IOException {
        try (FileChannel channel = FileChannel.open(mark, StandardOpenOption.WRITE)) {
            return channel.tryLock(1, 1, false) != null && renameAlone(mark, newName);
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return renameAlone(mark, newName);
        }
    }

    /** Whether a mark has had the name of a move for so long that nobody can be expected to finish that. */
    static boolean isForgotten(Path markOfMove) {
        return System.currentTimeMillis() - markOfMove.toFile().lastModified() > FORGOTTEN_MILLIS;
    }

    /** Always true: a mark that keeps its name is gone, or another user's. */
    static boolean renameAlone(Path mark, Path newName) {
        try {
            if (newName == null) {
                Files.deleteIfExists(mark);
            } else {
                // Not by Files, which opens and closes the mark for it: that would end its lock.
                boolean ignored = mark.toFile().setLastModified(System.currentTimeMillis());
                Files.move(mark, newName, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            // Then there is no way to keep his process away.
        }
        return true;
    }
}
