package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Remainder;
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
 * One file that several processes append to. No other process is waited for longer than a second; then the write is
 * tried again later.
 */
final class PrudentFile implements AppendFile {
    private static final int PIECE_BYTES = 1 << 20;
    // A kernel looks for a kill between the pages of a write: only there does it leave a part of one behind.
    static final int PAGE_BYTES = 4096;
    private static final int WAIT = -1;
    private static final long NONE = -1;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final PrudentFiles files;
    private final Path path;
    private final FileChannel channel;
    private final LastLine lastLine;
    private final Object monitor;

    /** A write of ours may have ended within a line: one that failed, or one before this object's time. */
    private boolean unfinished = true;

    /** The length that the file had when it was last waited for writes. */
    private long awaited = NONE;

    private boolean cannotWait;
    private long cut;
    private long cutAt;

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
        boolean mends = lines.hasRemaining() && files.areLines(Remainder.endsLine(bytes));
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
        if (cut > 0) {
            files.sayCut(path, cutAt, cut);
            cut = 0;
        }
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

    /** False, and nothing is written, when somebody else has the lock, or a write may be under way in spite of it. */
    private boolean wrote(ByteBuffer lines, boolean mends) throws IOException {
        synchronized (monitor) {
            try (FileLock lock = tryLock()) {
                if (lock == null) {
                    return false;
                }
                int kept = mends ? mend(lines) : 0;
                if (kept != WAIT) {
                    lines.position(kept);
                    writeAll(lines);
                    return true;
                }
            }
            // Behind the lock's end: setting the time opens and closes the file, which would give the lock up.
            awaitWrites();
            return false;
        }
    }

    private void writeAll(ByteBuffer lines) throws IOException {
        unfinished = true;
        int room = PIECE_BYTES - (int) (channel.size() % PAGE_BYTES);
        while (lines.hasRemaining()) {
            // Where a piece ends a kill may end the line, too: at a page, therefore.
            int written = channel.write(lines.slice(lines.position(), Math.min(lines.remaining(), room)));
            lines.position(lines.position() + written);
            room = room == written ? PIECE_BYTES : room - written;
        }
        unfinished = false;
    }

    /** Null when somebody else has it, in another process or in this one. */
    private FileLock tryLock() throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /**
     * Makes the file end with a line, or with a beginning of the next one, whose length it returns; {@link #WAIT} when
     * it must be asked again behind all writes that may be under way.
     */
    private int mend(ByteBuffer lines) throws IOException {
        long size = channel.size();
        boolean atPage = size % PAGE_BYTES == 0;
        if (!atPage && !unfinished) {
            return 0;
        }
        long begin = lastLine.begin(size);
        if (begin == size) {
            return 0;
        }
        boolean begins = lastLine.holdsBeginningOf(lines, begin, size);
        if (!begins && (!atPage || cannotWait)) {
            return 0;
        }
        if (size != awaited) {
            // What looks unfinished, or like ours, may be as much as has come yet of somebody's write.
            awaited = size;
            return WAIT;
        }
        awaited = NONE;
        if (begins) {
            return (int) (size - begin);
        }
        cut(begin, size);
        return 0;
    }

    private void cut(long begin, long size) {
        try {
            channel.truncate(begin);
            cut = size - begin;
            cutAt = begin;
        } catch (IOException e) {
            // It stays, as it would where the file's time cannot be set.
            cannotWait = true;
        }
    }

    /** Setting a file's time takes the lock that each write to it holds: behind it all that were under way are done. */
    private void awaitWrites() {
        try {
            Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis()));
        } catch (IOException e) {
            cannotWait = true; // only the file's owner may
        }
    }

    @Override
    public long size() throws IOException {
        // An interrupt closes the channel, and with it gives up all locks of this process on the file.
        synchronized (monitor) {
            return channel.size();
        }
    }

    /** In front of an unfinished line, which may be gone when the batch is written. */
    @Override
    public long nextOffset(boolean endsLine) throws IOException {
        synchronized (monitor) {
            long size = channel.size();
            return files.areLines(endsLine) ? lastLine.begin(size) : size;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (monitor) {
            lastLine.close();
            channel.close();
        }
    }
}
