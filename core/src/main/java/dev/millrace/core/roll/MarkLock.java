package dev.millrace.core.roll;

import dev.millrace.core.outbox.FileIdentity;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to compress the file that a mark lies beside, whichever process that is.
 *
 * <p>The mark's first byte is locked by whoever compresses the file, for as long as that takes. The second one is locked
 * for a moment: while the archive takes the file's place, and while the mark gets another name, because the file is moved
 * or written to. Who has lost the mark leaves the file alone. The mark's
 * time is that of its last name: a move that nobody finishes for a week is forgotten. Where there are no locks, the mark's name alone tells.
 */
final class MarkLock implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    // Longer than whoever was killed within a move stays away: a part of a copy that is compressed stays beside the whole.
    private static final long FORGOTTEN_MILLIS = TimeUnit.DAYS.toMillis(7);

    private final Path mark;
    private final long identity;
    // Null: there are no locks, or the mark is another user's.
    private FileChannel channel;

    private MarkLock(Path mark) {
        this.mark = mark;
        this.identity = FileIdentity.of(mark);
    }

    /** Null where somebody else compresses the file, or there is no mark: it is done, or the file is moved. */
    static MarkLock tryLock(Path mark) throws IOException {
        MarkLock lock = new MarkLock(mark);
        try {
            lock.channel = FileChannel.open(mark, StandardOpenOption.READ, StandardOpenOption.WRITE);
            // What was opened may be another mark than before, or none any more behind the lock.
            if (lock.channel.tryLock(0, 1, false) != null && !lock.isLost()) {
                return lock;
            }
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            // Somebody else has it, or has done it.
        } catch (IOException e) {
            lock.close();
            lock.channel = null;
            return lock;
        }
        lock.close();
        return null;
    }

    /** By this channel only: to close another one of the same file would end the lock. */
    FileChannel channel() {
        return channel;
    }

    /** Does what replaces the file by its archive, if the mark is still there. */
    boolean run(Compression.Commit commit) throws IOException {
        FileLock lock = null;
        try {
            lock = channel == null ? null : channel.tryLock(1, 1, false);
            if ((lock == null && channel != null) || isLost()) {
                return false;
            }
            commit.run();
            return true;
        } catch (OverlappingFileLockException e) {
            return false;
        } finally {
            if (lock != null) {
                lock.release();
            }
        }
    }

    /** Whether the mark is not there any more. */
    boolean isLost() {
        return FileIdentity.of(mark) != identity;
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
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
        while (Files.exists(mark)) {
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
        try (FileChannel channel = FileChannel.open(mark, StandardOpenOption.WRITE)) {
            if (channel.tryLock(1, 1, false) == null) {
                return false;
            }
            renameAlone(mark, newName);
            return true;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            renameAlone(mark, newName);
            return true;
        }
    }

    /** Whether a mark has had the name of a move for so long that nobody can be expected to finish that. */
    static boolean isForgotten(Path markOfMove) {
        return System.currentTimeMillis() - markOfMove.toFile().lastModified() > FORGOTTEN_MILLIS;
    }

    static void renameAlone(Path mark, Path newName) {
        try {
            if (newName == null) {
                Files.deleteIfExists(mark);
            } else {
                // Not by Files, which opens and closes the mark for it: that would end its lock.
                boolean ignored = mark.toFile().setLastModified(System.currentTimeMillis());
                Files.move(mark, newName, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            // It is gone, or another user's: then there is no way to keep his process away.
        }
    }
}
