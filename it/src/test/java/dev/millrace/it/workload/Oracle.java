package dev.millrace.it.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers that outlive the JVM which writes them: a mapped file with a cache line a number. A writing thread stores how
 * many of its calls have returned, after each return; so the log may hold one event a thread more than the oracle says,
 * and never one less.
 */
public final class Oracle {
    /** How far the child has come. */
    public enum Phase {
        /** Nothing has run. */
        NONE,
        /** The main method runs; no logger has been asked for. */
        BOOTED,
        /** There is a logger. */
        STARTED,
        /** The child has begun to close the backend. */
        CLOSING,
        /** The backend is closed. */
        CLOSED
    }

    private static final int LINE_BYTES = 128;
    private static final int PHASE = 0;
    private static final int FIRST_THREAD = 1;
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;
    private final int threads;

    /** Maps the file, made when it does not exist, for so many threads. */
    public Oracle(Path file, int threads) {
        this.threads = threads;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) (FIRST_THREAD + threads) * LINE_BYTES)
                    .order(ByteOrder.nativeOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** States that {@code count} calls of a thread have returned. */
    public void returned(int thread, long count) {
        LONG.setRelease(bytes, (FIRST_THREAD + thread) * LINE_BYTES, count);
    }

    /** How many calls of a thread have returned. */
    public long returned(int thread) {
        return (long) LONG.getAcquire(bytes, (FIRST_THREAD + thread) * LINE_BYTES);
    }

    /** How many calls of all threads have returned. */
    public long returned() {
        long sum = 0;
        for (int i = 0; i < threads; i++) {
            sum += returned(i);
        }
        return sum;
    }

    /** States how far the child is. */
    public void enter(Phase phase) {
        LONG.setRelease(bytes, PHASE, (long) phase.ordinal());
    }

    /** How far the child is. */
    public Phase phase() {
        return Phase.values()[(int) (long) LONG.getAcquire(bytes, PHASE)];
    }

    /** How many threads it is for. */
    public int threads() {
        return threads;
    }
}
