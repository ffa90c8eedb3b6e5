package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Remainder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Looks at the end of a file that is appended to, through a channel of its own: one that appends cannot read. */
final class LastLine {
    private static final int CHUNK_BYTES = 8192;
    // No event is as large.
    private static final int MAX_LINE_BYTES = 16 << 20;

    private final Path path;
    private final long identity;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    private FileChannel channel;

    LastLine(Path path, long identity) {
        this.path = path;
        this.identity = identity;
    }

    /**
     * Where the unfinished line at the end of the file begins; {@code size} when there is none, or when that cannot be
     * told.
     */
    long begin(long size) throws IOException {
        if (size == 0 || endsWithLine(size)) {
            return size;
        }
        long lowest = Math.max(0, size - MAX_LINE_BYTES);
        long end = size;
        while (end > lowest) {
            int count = (int) Math.min(CHUNK_BYTES, end - lowest);
            if (!read(end - count, count)) {
                return size;
            }
            for (int i = count - 1; i >= 0; i--) {
                if (chunk.get(i) == '\n') {
                    return end - count + i + 1;
                }
            }
            end -= count;
        }
        return end == 0 ? 0 : size;
    }

    private boolean endsWithLine(long size) throws IOException {
        return !read(size - 1, 1) || chunk.get(0) == '\n';
    }

    /** Whether the bytes of the file from {@code begin} to {@code end} are the first ones of these, and not all. */
    boolean holdsBeginningOf(ByteBuffer bytes, long begin, long end) throws IOException {
        if (end - begin >= bytes.remaining()) {
            return false;
        }
        for (long position = begin; position < end; position += chunk.limit()) {
            int count = (int) Math.min(CHUNK_BYTES, end - position);
            int offset = bytes.position() + (int) (position - begin);
            if (!read(position, count) || Remainder.mismatch(chunk, bytes, offset) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Fills the chunk; false when the file cannot be read there, as by the rules of some systems while it is locked. */
    private boolean read(long position, int count) throws IOException {
        try {
            if (channel == null && FileIdentity.of(path) == identity) {
                channel = FileChannel.open(path, StandardOpenOption.READ);
            }
            if (channel == null) {
                return false;
            }
            chunk.clear().limit(count);
            while (chunk.hasRemaining()) {
                if (channel.read(chunk, position + chunk.position()) <= 0) {
                    return false;
                }
            }
            chunk.flip();
            return true;
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return false;
        }
    }

    void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
