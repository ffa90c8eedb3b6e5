package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Memory that the machine really has, given free just ahead of a file that grows. A virtual machine's host may take free
 * memory away within seconds and hand it back at 100 MB/s: a run that fills the page cache would measure the host. A
 * file of zeros in the page cache is written before the run and cut back as fast as the output grows.
 *
 * @since 0.1.0
 */
public final class WarmMemory implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    /** What is free ahead of the output at any time. */
    public static final long LEAD_BYTES = 192L << 20;

    private static final long STEP_BYTES = 8L << 20;
    private static final long POLL_NS = 2_000_000;

    private final FileChannel channel;
    private final Path file;
    private Thread thread;
    private volatile boolean ended;

    private WarmMemory(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** As much as an output of that size needs. */
    public static WarmMemory of(Path file, long outputBytes) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        WarmMemory memory = new WarmMemory(file, channel);
        try {
            ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long written = 0; written < outputBytes + LEAD_BYTES; ) {
                written += channel.write(zeros.clear());
            }
        } catch (IOException | RuntimeException | Error e) {
            memory.close();
            throw e;
        }
        return memory;
    }

    /** Gives it free from now on, as fast as {@code output} grows. */
    public void giveAheadOf(Path output) {
        giveAheadOf(() -> output.toFile().length());
    }

    /** Gives it free from now on, as fast as that number of bytes grows. */
    public void giveAheadOf(LongSupplier outputBytes) {
        thread = new Thread(() -> follow(outputBytes), "bench-warm-memory");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(LongSupplier outputBytes) {
        try {
            long whole = channel.size();
            for (long given = 0; given < whole && !ended; LockSupport.parkNanos(POLL_NS)) {
                long wanted = Math.min(whole, outputBytes.getAsLong() + LEAD_BYTES);
                if (wanted - given >= STEP_BYTES || wanted == whole) {
                    given = wanted;
                    channel.truncate(whole - given);
                }
            }
        } catch (IOException e) {
            // Then the rest of the run may be slower: the table shows the spread.
        }
    }

    @Override
    public void close() throws IOException {
        ended = true;
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
        Files.deleteIfExists(file);
    }
}
