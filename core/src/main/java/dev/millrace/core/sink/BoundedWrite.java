package dev.millrace.core.sink;

import dev.millrace.journal.BackgroundThread;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One write on a thread of its own, for when nobody may wait for long: a program that ends must end, even if the pipe or
 * terminal that it still writes to is not read any more. The bytes are copied, so that the caller may go on.
 */
final class BoundedWrite implements Runnable {
    private final OutputStream target;
    private final AtomicLong progress;
    private final byte[] bytes;
    private final PieceSize size;
    private final CountDownLatch ended = new CountDownLatch(1);
    private static final long FULL_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private volatile Throwable failure;

    private BoundedWrite(OutputStream target, byte[] bytes, PieceSize size, AtomicLong progress) {
        this.target = target;
        this.bytes = bytes;
        this.size = size;
        this.progress = progress;
    }

    /** Begins to write; {@code progress} grows as bytes go out. */
    static BoundedWrite begin(OutputStream target, byte[] bytes, int count, PieceSize size, AtomicLong progress) {
        BoundedWrite write = new BoundedWrite(target, Arrays.copyOf(bytes, count), size, progress);
        Thread thread = BackgroundThread.of(write, "millrace-console-exit");
        thread.start();
        return write;
    }

    @Override
    public void run() {
        try {
            int written = LinePieces.write(target, bytes, 0, bytes.length, size, progress);
            while (written < bytes.length) {
                LockSupport.parkNanos(FULL_PARK_NS);
                written = LinePieces.write(target, bytes, written, bytes.length, size, progress);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            ended.countDown();
        }
    }

    /** Whether it has ended, well or badly, within the time. */
    boolean hasEnded(long timeoutNs) {
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + timeoutNs;
        try {
            while (true) {
                try {
                    return ended.await(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells how it ended. */
    void finish() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }
}
