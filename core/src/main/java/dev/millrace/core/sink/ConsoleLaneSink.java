package dev.millrace.core.sink;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes to standard output or error. While the console is asynchronous, bytes go straight to the file descriptor, in
 * pieces that end with a line where that is possible; the stream's monitor, which other threads print under, is never
 * taken. While it is synchronous, or the program has replaced the stream, bytes go through the stream of the moment.
 *
 * <p>At most once after a crash: what a pipe or terminal has taken cannot be looked up.
 *
 * @since 0.1.0
 */
public final class ConsoleLaneSink implements LaneSink {
    // At most this many bytes are native stack buffers in the JDK; it also bounds what a slow reader makes one write.
    private static final int PIECE_BYTES = 8192;

    private final String name;
    private final StandardStream stream;
    private final AtomicBoolean synchronous;
    private final StatusLog status;
    private final OutputStream direct;
    private byte[] bytes;
    private int length;
    private boolean refusing;
    private final AtomicLong progress = new AtomicLong();

    /** A console sink; {@code synchronous} says how it writes at the moment. */
    public ConsoleLaneSink(String name, StandardStream stream, AtomicBoolean synchronous, StatusLog status) {
        // Never closed: the descriptor is the process's.
        this(name, stream, synchronous, status, new FileOutputStream(stream.descriptor()));
    }

    ConsoleLaneSink(
            String name, StandardStream stream, AtomicBoolean synchronous, StatusLog status, OutputStream direct) {
        this.name = name;
        this.stream = stream;
        this.synchronous = synchronous;
        this.status = status;
        this.direct = direct;
    }

    @Override
    public Outcome recover(boolean trusted) {
        return Outcome.DONE;
    }

    @Override
    public RecoveredBatch recovered() {
        return null;
    }

    @Override
    public Outcome commit(byte[] batch, int batchLength, long journalBegin, long journalEnd, long[] totals) {
        bytes = batch;
        length = batchLength;
        return Outcome.DONE;
    }

    @Override
    public Outcome flush() {
        int count = length;
        length = 0;
        try {
            write(bytes, count);
            refusing = false;
            return Outcome.DONE;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            if (!refusing) {
                refusing = true;
                status.add(
                        StatusCode.MR301,
                        "sink " + name + ": standard " + (stream == StandardStream.OUT ? "output" : "error")
                                + " takes nothing; what it refuses is dropped and counted",
                        e);
            }
            return Outcome.REFUSED;
        }
    }

    private void write(byte[] source, int count) throws IOException {
        if (synchronous.get() || stream.isReplaced()) {
            PrintStream current = stream.current();
            if (current != null) {
                current.write(source, 0, count);
                current.flush();
            }
            progress.addAndGet(count);
            return;
        }
        int offset = 0;
        while (offset < count) {
            int piece = pieceLength(source, offset, count);
            direct.write(source, offset, piece);
            offset += piece;
            progress.addAndGet(piece);
        }
    }

    private static int pieceLength(byte[] source, int offset, int count) {
        if (count - offset <= PIECE_BYTES) {
            return count - offset;
        }
        for (int end = offset + PIECE_BYTES; end > offset; end--) {
            if (source[end - 1] == '\n') {
                return end - offset;
            }
        }
        return PIECE_BYTES;
    }

    @Override
    public void writeLate(byte[] source, int count) throws IOException {
        write(source, count);
    }

    @Override
    public long retryDelayNs() {
        return 0;
    }

    @Override
    public boolean isFailing() {
        return false;
    }

    @Override
    public long progress() {
        return progress.get();
    }

    @Override
    public boolean takesLeftovers() {
        return false;
    }

    @Override
    public void forget() {}

    @Override
    public void close() {}
}
