package dev.millrace.core.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/** Writes bytes in pieces that end with a line where one fits: nobody else's output comes between parts of a line. */
final class LinePieces {
    private LinePieces() {}

    /**
     * Writes the bytes from {@code from} up to {@code count}.
     *
     * @return how far they are out: less than {@code count} where the target is full and does not let anybody wait
     */
    static int write(OutputStream target, byte[] source, int from, int count, PieceSize size, AtomicLong progress)
            throws IOException {
        int offset = from;
        while (offset < count) {
            int piece = length(source, offset, count, size);
            try {
                target.write(source, offset, piece);
            } catch (IOException e) {
                if (size.isFull(e)) {
                    return offset;
                }
                throw e;
            }
            offset += piece;
            progress.addAndGet(piece);
        }
        return offset;
    }

    private static int length(byte[] source, int offset, int count, PieceSize size) {
        if (count - offset <= PieceSize.PIPE_BYTES) {
            return count - offset;
        }
        int pieceBytes = size.bytes();
        if (count - offset <= pieceBytes) {
            return count - offset;
        }
        for (int end = offset + pieceBytes; end > offset; end--) {
            if (source[end - 1] == '\n') {
                return end - offset;
            }
        }
        return pieceBytes;
    }
}
