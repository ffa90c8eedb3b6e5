package dev.millrace.journal;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A segment file that its owner is creating, or did not live to finish: a header of zeros first, which a kill may cut
 * between two pages, then the file's length, then the header's words, the magic last. Data comes only behind that, so a
 * file without it has lost nothing. Any other file that cannot be used as a segment has.
 */
final class UnbornSegment {
    private static final int PAGE_BYTES = 4096;
    private static final int PIECE_BYTES = 64 << 10;

    private UnbornSegment() {}

    /** Whether something else has a segment's name: who opens a pipe to read it waits for a writer, for ever. */
    static boolean isNoPlainFile(Path file) {
        File entry = file.toFile();
        return !entry.isFile() && entry.exists();
    }

    static boolean is(Path file) throws IOException {
        if (isNoPlainFile(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = channel.size();
            if (length < SegmentFormat.HEADER_BYTES) {
                return length % PAGE_BYTES == 0 && isZero(channel, 0, length);
            }
            return length <= SegmentFormat.HEADER_BYTES + SegmentFormat.MAX_SEGMENT_BYTES
                    && isZero(channel, SegmentFormat.MAGIC_OFFSET, Long.BYTES)
                    && isZero(channel, SegmentFormat.HEADER_BYTES, length);
        }
    }

    private static boolean isZero(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, to - from));
        long at = from;
        while (at < to) {
            int count = channel.read(piece.clear().limit((int) Math.min(piece.capacity(), to - at)), at);
            if (count < 0) {
                break;
            }
            for (int i = 0; i < count; i++) {
                if (piece.get(i) != 0) {
                    return false;
                }
            }
            at += count;
        }
        return true;
    }
}
