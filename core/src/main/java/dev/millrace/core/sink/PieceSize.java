package dev.millrace.core.sink;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * How much to write at once. What a pipe has room for goes in as a whole, so that nobody else's output comes between two
 * parts of a line; into one that is nearly full go {@value #PIPE_BYTES} bytes, which it takes as a whole or not at all.
 */
final class PieceSize {
    /** What any pipe takes as a whole, after waiting for as much room. */
    static final int PIPE_BYTES = 4096;

    /** Bounds what one call hands to the system. */
    static final int MOST_BYTES = 64 << 10;

    private static final int USUAL_CAPACITY_BYTES = 64 << 10;
    // Pages that are not full, at both ends of what the pipe holds, and a line or two that others write meanwhile.
    private static final int SLACK_BYTES = 12 << 10;

    /** Always as much as is allowed. */
    static final PieceSize OF_FILE = new PieceSize(null);

    // Its reading side is never used: a pipe tells at either end how many bytes it holds.
    private final InputStream pipe;

    private PieceSize(InputStream pipe) {
        this.pipe = pipe;
    }

    /** What the pipe behind a descriptor has room for. */
    static PieceSize ofPipe(FileDescriptor descriptor) {
        return ofPipe(new FileInputStream(descriptor));
    }

    static PieceSize ofPipe(InputStream pipe) {
        return new PieceSize(pipe);
    }

    /** Bytes that the next write may have. */
    int bytes() {
        if (pipe == null) {
            return MOST_BYTES;
        }
        try {
            return Math.max(PIPE_BYTES, USUAL_CAPACITY_BYTES - SLACK_BYTES - pipe.available());
        } catch (IOException e) {
            return PIPE_BYTES;
        }
    }
}
