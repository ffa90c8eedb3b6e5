package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file behind a segment, used by the keeper only (never by an appender: an interrupt would close the channel).
 *
 * <p>The channel is opened for each use: segments are many and uses are rare.
 */
final class SegmentFile {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10);

    /** Null for a segment in memory. */
    private final Path path;

    SegmentFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Writes zeros through the channel, so that a full disk is an exception here and no fault in a caller. */
    void writeZeros(int offset, int count) throws IOException {
        if (path == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            long at = offset;
            long end = (long) offset + count;
            while (at < end) {
                ByteBuffer zeros = ZEROS.duplicate();
                zeros.limit((int) Math.min(zeros.capacity(), end - at));
                at += channel.write(zeros, at);
            }
        }
    }

    /** Writes one header word through the channel: the page may have no disk behind it. */
    void writeWord(long offset, long word) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8);
        bytes.order(java.nio.ByteOrder.LITTLE_ENDIAN).putLong(word).flip();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                offset += channel.write(bytes, offset);
            }
        }
    }

    void truncate(long size) throws IOException {
        if (path == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            // Shrunk and grown again: the blocks are given back, the mapping keeps its length.
            long length = channel.size();
            channel.truncate(size);
            if (length > size) {
                channel.write(ByteBuffer.allocate(1), length - 1);
            }
        }
    }

    void delete() throws IOException {
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
