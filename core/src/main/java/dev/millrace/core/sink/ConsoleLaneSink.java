package dev.millrace.core.sink;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Writes to standard output or error. While the console is asynchronous, bytes go straight to the file descriptor, in
 * pieces that end with a line where that is possible; the stream's monitor, which other threads print under, is never
 * taken. While it is synchronous, bytes go through the stream of the moment; so they do where the program has replaced the
 * stream, once what was logged before is out.
 *
 * <p>At most once after a crash: what a pipe or terminal has taken cannot be looked up.
 *
 * @since 0.1.0
 */
public final class ConsoleLaneSink implements LaneSink {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String name;
    private final StandardStream stream;
    private final AtomicBoolean synchronous;
    private final StatusLog status;
    private final OutputStream direct;
    private final AtomicLong progress = new AtomicLong();
    private Frame frame = Frame.NONE;
    // Says what comes last where that is known at the end only; else null.
    private Supplier<byte[]> footers;
    private boolean headed;
    private byte[] bytes;
    private int length;
    // How much of it is out.
    private int written;
    private long progressBefore;
    private volatile boolean full;
    private PieceSize size;
    private boolean refusing;
    // A stream that has reported an error reports it for ever.
    private PrintStream mute;
    // Whether that is the one which was written to last: nobody can tell what became of it.
    private boolean untold;
    // Whether all is out that was logged before the program has replaced the stream.
    private volatile boolean follows;
    private volatile Thread foreignWriter;
    private volatile boolean bounded;
    private volatile ExitWriter atExit;

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
        this.follows = stream.isReplaced();
    }

    /** Puts a frame around all events. */
    public ConsoleLaneSink framed(Frame newFrame) {
        frame = newFrame;
        return this;
    }

    /** Has somebody say at the end what comes last. */
    public ConsoleLaneSink endingWith(Supplier<byte[]> last) {
        footers = last;
        return this;
    }

    @Override
    public boolean takesWholeBatches() {
        return true;
    }

    @Override
    public Outcome recover(boolean trusted) {
        if (!headed) {
            headed = true;
            take(frame.header());
        }
        return flush() == Outcome.LATER ? Outcome.LATER : Outcome.DONE;
    }

    private void take(byte[] text) {
        bytes = text;
        length = text.length;
        written = 0;
    }

    @Override
    public void end() {
        if (headed && length == 0) {
            headed = false;
            take(footers == null ? frame.footer() : footers.get());
            Outcome ignored = flush();
        }
    }

    @Override
    public RecoveredBatch recovered() {
        return null;
    }

    @Override
    public Outcome commit(byte[] batch, int batchLength, long journalBegin, long journalEnd, long[] totals) {
        bytes = batch;
        length = batchLength;
        written = 0;
        progressBefore = progress.get();
        return Outcome.DONE;
    }

    @Override
    public Outcome flush() {
        if (length == 0) {
            return Outcome.DONE;
        }
        Outcome outcome;
        try {
            outcome = write(bytes, length, false) ? Outcome.DONE : Outcome.LATER;
            if (outcome == Outcome.DONE && refusing && !untold) {
                refusing = false;
                status.add(StatusCode.MR342, "sink " + name + ": " + stream.title() + " takes lines again");
            }
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError e) {
            outcome = Outcome.REFUSED;
            if (!refusing) {
                refusing = true;
                status.add(
                        StatusCode.MR341,
                        "sink " + name + ": " + stream.title()
                                + " takes nothing; what it refuses is dropped and counted, other sinks go on",
                        e);
            }
        }
        if (outcome != Outcome.LATER) {
            full = false;
            length = 0;
        }
        return outcome;
    }

    /** False when it must be asked again with the same bytes. */
    private boolean write(byte[] source, int count, boolean isLate) throws IOException {
        int from = isLate ? 0 : written;
        // Else it may be what was logged before.
        if (stream.isReplaced() && (follows || synchronous.get())) {
            if (bounded && !synchronous.get()) {
                return writeAtExit(new ThroughStream(), PieceSize.OF_FILE, source, from, count, isLate);
            }
            writeThroughStream(source, from, count);
            return true;
        }
        untold = false;
        StreamKind kind = stream.kind();
        if (kind == StreamKind.CLOSED) {
            throw new IOException("it is closed");
        }
        // What is on its way to another stream still may be in front of what a file would take at once.
        if (bounded && (kind != StreamKind.FILE || atExit != null)) {
            return writeAtExit(direct, size(), source, from, count, isLate);
        }
        if (synchronous.get() && stream.current() != mute) {
            writeThroughStream(source, from, count);
            return true;
        }
        return isLate ? writeDirect(source, 0, count) == count : writeBatch(source, count);
    }

    private boolean writeBatch(byte[] source, int count) throws IOException {
        written = writeDirect(source, written, count);
        full = written < count;
        return !full;
    }

    private int writeDirect(byte[] source, int from, int count) throws IOException {
        return LinePieces.write(direct, source, from, count, size(), progress);
    }

    private void writeThroughStream(byte[] source, int from, int count) throws IOException {
        print(source, from, count - from);
        progress.addAndGet(count - from);
    }

    private void print(byte[] source, int from, int count) throws IOException {
        PrintStream current = stream.current();
        untold = false;
        if (current == null) {
            return;
        }
        foreignWriter = Thread.currentThread();
        try {
            current.write(source, from, count);
            // Flushes as well.
            untold = current.checkError();
        } finally {
            foreignWriter = null;
        }
        if (untold && current != mute) {
            mute = current;
            throw new IOException("the stream reports an error");
        }
    }

    private boolean writeAtExit(
            OutputStream target, PieceSize pieces, byte[] source, int from, int count, boolean isLate)
            throws IOException {
        // One for both targets: a batch that is on its way to the one is not written to the other.
        ExitWriter writer = atExit;
        if (writer == null) {
            writer = new ExitWriter(progress);
            atExit = writer;
        }
        writer.goesTo(target, pieces);
        byte[] rest = from == 0 ? source : Arrays.copyOfRange(source, from, count);
        if (isLate) {
            writer.writeLate(rest, count - from);
            return true;
        }
        return writer.writeBatch(rest, count - from);
    }

    private PieceSize size() {
        if (size == null) {
            size = stream.kind() == StreamKind.FILE ? PieceSize.OF_FILE : PieceSize.ofPipe(stream);
        }
        return size;
    }

    @Override
    public void writeLate(byte[] source, int count) throws IOException {
        if (!write(source, count, true)) {
            throw new IOException("it is full");
        }
    }

    @Override
    public void boundWrites() {
        bounded = true;
    }

    @Override
    public void followStream() {
        follows = true;
    }

    @Override
    public boolean followsStream() {
        return follows;
    }

    @Override
    public long retryDelayNs() {
        ExitWriter writer = atExit;
        return full || (writer != null && writer.isLate()) ? RETRY_NS : 0;
    }

    @Override
    public boolean canWait() {
        return true;
    }

    @Override
    public Thread foreignWriter() {
        return foreignWriter;
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
    public long bytesOut() {
        return progress.get() - progressBefore;
    }

    @Override
    public boolean takesLeftovers() {
        return false;
    }

    @Override
    public void forget() {}

    @Override
    public void close() {}

    /** What the program has put in place of the stream, for a thread that nobody waits for. */
    private final class ThroughStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] source, int from, int count) throws IOException {
            print(source, from, count);
        }
    }
}
