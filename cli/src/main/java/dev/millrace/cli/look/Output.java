package dev.millrace.cli.look;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;

/**
 * A command's output: bytes collected and written in large pieces.
 *
 * <p>A reader that has closed the pipe ends the command quietly, any other failure with a line; both are exceptions that
 * {@link Failures} knows. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Output extends OutputStream {
    private static final int PIECE_BYTES = 64 << 10;

    private final OutputStream target;
    private final byte[] piece = new byte[PIECE_BYTES];
    private int length;
    private IOException failure;

    /** Creates an output onto a stream that collects nothing itself. */
    public Output(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int octet) throws IOException {
        if (length == PIECE_BYTES) {
            writePiece();
        }
        piece[length++] = (byte) octet;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (count > PIECE_BYTES - length) {
            writePiece();
        }
        if (count >= PIECE_BYTES) {
            writeThrough(bytes, offset, count);
        } else {
            System.arraycopy(bytes, offset, piece, length, count);
            length += count;
        }
    }

    /** Writes a text as UTF-8. */
    public void print(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
    }

    /** Writes a text and a line's end. */
    public void println(String text) throws IOException {
        print(text);
        write('\n');
    }

    private void writePiece() throws IOException {
        // Emptied first: what cannot be written is not tried again when the command ends.
        int count = length;
        length = 0;
        if (count > 0) {
            writeThrough(piece, 0, count);
        }
    }

    private void writeThrough(byte[] bytes, int offset, int count) throws IOException {
        try {
            target.write(bytes, offset, count);
        } catch (IOException e) {
            throw asFailure(e);
        }
    }

    @Override
    public void flush() throws IOException {
        writePiece();
        try {
            target.flush();
        } catch (IOException e) {
            throw asFailure(e);
        }
    }

    /** Fails as the first write did that failed: a print writer in front of this output has kept that for itself. */
    public void requireWritten() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    private IOException asFailure(IOException e) {
        String message = String.valueOf(e.getMessage());
        boolean closed = message.contains("Broken pipe")
                || message.contains("Pipe closed")
                || message.contains("pipe is being")
                || message.equals(ofBrokenPipe());
        IOException told = closed ? new OutputClosedException(e) : new OutputFailedException(e);
        failure = failure == null ? told : failure;
        return told;
    }

    /** What the system says of a pipe that nobody reads any more, in the user's language. */
    private static String ofBrokenPipe() {
        try {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                sink.write(ByteBuffer.allocate(1));
            }
        } catch (IOException e) {
            return e.getMessage();
        }
        return null;
    }
}
