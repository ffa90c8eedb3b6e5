package dev.millrace.core.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Files that several processes append to: each piece of whole lines is written under the file's lock, the one that
 * Logback's prudent mode takes. Nobody is waited for longer than a second; then the write is tried again later.
 */
final class PrudentFiles implements AppendFile.Opener {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public AppendFile open(Path path, boolean truncate) throws IOException {
        AppendFile.Channel open = (AppendFile.Channel) AppendFile.REAL.open(path, truncate);
        return new PrudentFile(path, open.channel());
    }

    @Override
    public AppendFile.OpenForReading read(Path path) throws IOException {
        return AppendFile.REAL.read(path);
    }

    private record PrudentFile(Path path, FileChannel channel) implements AppendFile {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            ByteBuffer lines = bytes.slice(bytes.position(), wholeLines(bytes));
            try (FileLock lock = lock()) {
                while (lines.hasRemaining() && lock.isValid()) {
                    channel.write(lines);
                }
            }
            bytes.position(bytes.position() + lines.position());
            return lines.position();
        }

        /** Up to behind the last line end; everything when there is none. */
        private static int wholeLines(ByteBuffer bytes) {
            int end = bytes.limit();
            while (end > bytes.position() && bytes.get(end - 1) != '\n') {
                end--;
            }
            return end == bytes.position() ? bytes.remaining() : end - bytes.position();
        }

        private FileLock lock() throws IOException {
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            long pauseNs = FIRST_PAUSE_NS;
            for (FileLock lock = tryLock(); ; lock = tryLock()) {
                if (lock != null) {
                    return lock;
                }
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new IOException("somebody else holds the lock of " + path + " for more than a second");
                }
                LockSupport.parkNanos(this, pauseNs);
                pauseNs = Math.min(MAX_PAUSE_NS, 2 * pauseNs);
            }
        }

        /** Null when somebody else has it, in another process or in this one. */
        private FileLock tryLock() throws IOException {
            try {
                return channel.tryLock();
            } catch (OverlappingFileLockException e) {
                return null;
            }
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
