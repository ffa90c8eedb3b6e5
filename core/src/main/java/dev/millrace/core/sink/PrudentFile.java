package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One file that several processes append to. Nobody is waited for longer than a second; then the write is tried again
 * later.
 */
final class PrudentFile implements AppendFile {
    private static final int PIECE_BYTES = 1 << 20;
    // A kernel looks for a kill between the pages of a write: only there does it leave a part of one behind.
    private static final int PAGE_BYTES = 4096;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final PrudentFiles files;
    private final Path path;
    private final FileChannel channel;
    private final LastLine lastLine;
    private final Object monitor;

    PrudentFile(PrudentFiles files, Path path, FileChannel channel) {
        this.files = files;
        this.path = path;
        this.channel = channel;
        long identity = FileIdentity.of(path);
        this.lastLine = new LastLine(path, identity);
        this.monitor = PrudentFiles.monitor(identity);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        ByteBuffer lines = bytes.slice(bytes.position(), wholeLines(bytes));
        boolean mends = lines.hasRemaining() && files.areLines(bytes.get(bytes.limit() - 1) == '\n');
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        long pauseNs = FIRST_PAUSE_NS;
        while (!wrote(lines, mends)) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IOException("somebody else holds the lock of " + path + " for more than a second");
            }
            LockSupport.parkNanos(this, pauseNs);
            pauseNs = Math.min(MAX_PAUSE_NS, 2 * pauseNs);
        }
        bytes.position(bytes.position() + lines.limit());
        return lines.limit();
    }

    /** Up to behind the last line end in a mebibyte, or behind the first one; everything when there is none. */
    private static int wholeLines(ByteBuffer bytes) {
        int begin = bytes.position();
        int end = Math.min(bytes.limit(), begin + PIECE_BYTES);
        while (end > begin && bytes.get(end - 1) != '\n') {
            end--;
        }
        if (end == begin) {
            end = Math.min(bytes.limit(), begin + PIECE_BYTES);
            while (end < bytes.limit() && bytes.get(end - 1) != '\n') {
                end++;
            }
        }
        return end - begin;
    }

    /** False, and nothing is written, when somebody else has the lock. */
    private boolean wrote(ByteBuffer lines, boolean mends) throws IOException {
        synchronized (monitor) {
            try (FileLock lock = tryLock()) {
                if (lock == null) {
                    return false;
                }
                if (mends) {
                    lines.position(mend(lines));
                }
                while (lines.hasRemaining()) {
                    int count = Math.min(lines.remaining(), PIECE_BYTES);
                    int written = channel.write(lines.slice(lines.position(), count));
                    lines.position(lines.position() + written);
                }
                return true;
            }
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

    /** Makes the file end with a line, or with a beginning of the next one, whose length it returns. */
    private int mend(ByteBuffer lines) throws IOException {
        long size = channel.size();
        long begin = lastLine.begin(size);
        if (begin == size) {
            return 0;
        }
        if (lastLine.holdsBeginningOf(lines, begin, size)) {
            return (int) (size - begin);
        }
        if (size % PAGE_BYTES == 0 && isLeftBehind(size)) {
            channel.truncate(begin);
            files.sayCut(path, begin, size - begin);
        }
        return 0;
    }

    /**
     * Whether nobody is writing in spite of the lock, which a process loses when any of its code closes the file.
     * Setting the time waits for a write that is under way.
     */
    private boolean isLeftBehind(long size) throws IOException {
        try {
            Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis()));
        } catch (IOException e) {
            return false;
        }
        return channel.size() == size;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    /** In front of an unfinished line, which may be gone when the batch is written. */
    @Override
    public long nextOffset(boolean endsLine) throws IOException {
        long size = channel.size();
        return files.areLines(endsLine) ? lastLine.begin(size) : size;
    }

    @Override
    public void close() throws IOException {
        synchronized (monitor) {
            lastLine.close();
            channel.close();
        }
    }
}
