package dev.millrace.core.sink;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;

/**
 * How much to write at once. What a pipe has room for goes in as a whole, so that nobody else's output comes between two
 * parts of a line; into one that is nearly full go {@value #PIPE_BYTES} bytes, which it takes as a whole or not at all. A
 * socket does not tell what room it has, and gets no more at any time.
 */
final class PieceSize {
    /** What any pipe takes as a whole, after waiting for as much room. */
    static final int PIPE_BYTES = 4096;

    /** Bounds what one call hands to the system. */
    static final int MOST_BYTES = 64 << 10;

    private static final int USUAL_CAPACITY_BYTES = 64 << 10;
    // Pages that are not full, at both ends of what the pipe holds, and a line or two that others write meanwhile.
    private static final int SLACK_BYTES = 12 << 10;

    // Others may have made a pipe non-blocking; in English, the system says this then.
    private static final String FULL = "Resource temporarily unavailable";

    /** Always as much as is allowed. */
    static final PieceSize OF_FILE = new PieceSize(null, null, 0);

    // Racy but benign: whoever learns it learns the same.
    private static String broken;

    // Its reading side is never used: a pipe tells at either end how many bytes it holds.
    private final InputStream pipe;
    private final Path information;
    private final int emptyBytes;

    private PieceSize(InputStream pipe, Path information, int emptyBytes) {
        this.pipe = pipe;
        this.information = information;
        this.emptyBytes = emptyBytes;
    }

    /** What the pipe or socket behind a stream has room for. */
    static PieceSize ofPipe(StandardStream stream) {
        return of(stream.kind(), new FileInputStream(stream.descriptor()), stream.information());
    }

    static PieceSize of(StreamKind kind, InputStream pipe, Path information) {
        return new PieceSize(pipe, information, kind == StreamKind.SOCKET ? 0 : USUAL_CAPACITY_BYTES - SLACK_BYTES);
    }

    /** Bytes that the next write may have. */
    int bytes() {
        if (pipe == null) {
            return MOST_BYTES;
        }
        try {
            return Math.max(PIPE_BYTES, emptyBytes - pipe.available());
        } catch (IOException e) {
            return PIPE_BYTES;
        }
    }

    /** Whether a write failed because the pipe is full and lets nobody wait. */
    boolean isFull(IOException failure) {
        String why = failure.getMessage();
        if (FULL.equals(why)) {
            return true;
        }
        try {
            // In other languages by what it is not: neither broken nor a terminal that was hung up, which tells
            // nothing.
            return pipe != null && pipe.available() >= 0 && StreamKind.isNonBlocking(information) && !isBroken(why);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isBroken(String why) throws IOException {
        if (broken == null) {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                sink.write(ByteBuffer.allocate(1));
            } catch (IOException e) {
                // Null after an interrupt: asked again.
                broken = e.getMessage();
            }
        }
        return why == null || why.equals(broken);
    }
}
