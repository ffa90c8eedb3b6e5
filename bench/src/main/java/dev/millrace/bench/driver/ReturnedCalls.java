package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How many calls of each thread had returned when a program of the loss scenario ended.
 *
 * @since 0.1.0
 */
public final class ReturnedCalls {
    private ReturnedCalls() {}

    /** Reads the file that the program was told to count in. */
    public static long[] read(Path file, int threads) throws IOException {
        return LossDriver.returned(file, threads);
    }
}
