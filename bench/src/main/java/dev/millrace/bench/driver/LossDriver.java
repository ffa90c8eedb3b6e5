package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads log while the program ends abruptly. How many calls of each have begun, and how many have returned before the
 * program asked for its end, stands in a mapped file, which outlives the program.
 */
final class LossDriver implements Driver {
    /** Longs between the counters of two threads, so that they do not share a cache line. */
    private static final int STRIDE = 16;

    private static final int BEGUN = 1;
    private static final long FOREVER_SECONDS = 600;

    private volatile boolean ending;

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        String end = parameters.text("end");
        long seconds = end.equals("sigkill") ? FOREVER_SECONDS : parameters.longCount("seconds");
        LongBuffer counters = map(Path.of(parameters.text("returned")), threads);
        Workers workers = new Workers(threads, LineFormat.standard(threads));
        CountDownLatch begun = new CountDownLatch(threads);
        FutureTask<Void> logging =
                new FutureTask<>(() -> {
                    workers.run((worker, lines) -> {
                        log(lines, counters, worker * STRIDE);
                        begun.countDown();
                        while (true) {
                            log(lines, counters, worker * STRIDE);
                        }
                    });
                    return null;
                }) {
                    @Override
                    protected void done() {
                        // A thread that failed never begins: who waits for it is told why.
                        while (begun.getCount() > 0) {
                            begun.countDown();
                        }
                    }
                };
        Thread starter = new Thread(logging, "loss-starter");
        starter.setDaemon(true);
        starter.start();
        begun.await();
        awaitTime(seconds, logging);
        ending = true;
        switch (end) {
            case "exit" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(0);
            default -> throw new IllegalStateException("nobody killed this program, end=" + end);
        }
    }

    private void log(LineSource lines, LongBuffer counters, int at) {
        counters.put(at + BEGUN, lines.sequence() + 1);
        lines.log();
        // Read behind the call: where it is false, the call has returned before the end was asked for.
        if (!ending) {
            counters.put(at, lines.sequence());
        }
    }

    /** Returns after the time, while the threads log on. */
    private static void awaitTime(long seconds, FutureTask<Void> logging) throws Exception {
        try {
            logging.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return;
        }
        throw new IllegalStateException("the threads have stopped logging by themselves");
    }

    private static LongBuffer map(Path file, int threads) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * STRIDE * Long.BYTES)
                    .asLongBuffer();
        }
    }

    /** Reads what a program left behind. */
    static ReturnedCalls returned(Path file, int threads) throws IOException {
        LongBuffer counters = map(file, threads);
        long[] returned = new long[threads];
        long[] begun = new long[threads];
        for (int i = 0; i < threads; i++) {
            returned[i] = counters.get(i * STRIDE);
            begun[i] = counters.get(i * STRIDE + BEGUN);
        }
        return new ReturnedCalls(returned, begun);
    }
}
