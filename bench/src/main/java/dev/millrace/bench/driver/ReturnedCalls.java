package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How many calls of each thread had returned when a program of the loss scenario was about to end, and how many had begun
 * until it was no more.
 *
 * @since 0.1.0
 */
public final class ReturnedCalls {
    private final long[] returned;
    private final long[] begun;

    ReturnedCalls(long[] returned, long[] begun) {
        this.returned = returned;
        this.begun = begun;
    }

    /** Reads the file that the program was told to count in. */
    public static ReturnedCalls read(Path file, int threads) throws IOException {
        return LossDriver.returned(file, threads);
    }

    /** By thread: the events that must not be lost. */
    public long[] returned() {
        return returned.clone();
    }

    /** By thread: the events that may be there. */
    public long[] begun() {
        return begun.clone();
    }
}
