package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Threads log until the program ends abruptly; how many calls of each have returned stands in a mapped file, which
 * outlives the program.
 */
final class LossDriver implements Driver {
    /** Longs between the counters of two threads, so that they do not share a cache line. */
    private static final int STRIDE = 16;

    private static final long FOREVER_SECONDS = 600;

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        String end = parameters.text("end");
        long seconds = end.equals("sigkill") ? FOREVER_SECONDS : parameters.longCount("seconds");
        LongBuffer returned = map(Path.of(parameters.text("returned")), threads);
        Workers workers = new Workers(threads, LineFormat.standard(threads));
        workers.run((worker, lines) -> {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < endNs) {
                lines.log();
                returned.put(worker * STRIDE, lines.sequence());
            }
        });
        switch (end) {
            case "exit" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(0);
            default -> throw new IllegalStateException("nobody killed this program, end=" + end);
        }
    }

    private static LongBuffer map(Path file, int threads) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * STRIDE * Long.BYTES)
                    .asLongBuffer();
        }
    }

    /** Reads what a program left behind. */
    static long[] returned(Path file, int threads) throws IOException {
        LongBuffer counters = map(file, threads);
        long[] returned = new long[threads];
        for (int i = 0; i < threads; i++) {
            returned[i] = counters.get(i * STRIDE);
        }
        return returned;
    }
}
