package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Records into a queue and out again: typed (url, host, time) or raw bytes, from one thread or several. */
abstract class QueueDriver implements Driver {
    static final int RAW_BYTES = 48;
    private static final int TOLD_EVERY = 4096;
    private static final long SEED = 20_261_121;

    /** No record of these loads takes more. */
    private static final double MOST_RECORD_BYTES = 128;

    /** One thread's way into the queue. */
    interface Appender {
        /** Appends a visit. */
        void visit(String url, String host, long time);

        /** Appends bytes as they are. */
        void raw(byte[] bytes);

        /** Called by the thread when it is done. */
        void done();
    }

    /** The way out. */
    interface Reader extends AutoCloseable {
        /** Reads a visit into an object that is used again; its time plus the length of its texts, or -1 at the end. */
        long visit() throws IOException;

        /** Reads raw bytes; their first, or -1 at the end. */
        long raw() throws IOException;

        @Override
        void close();
    }

    /** The queue, open. */
    interface Queue extends AutoCloseable {
        Appender appender();

        Reader reader() throws IOException;

        @Override
        void close();
    }

    abstract Queue open(Path directory) throws IOException;

    @Override
    public final void run(Parameters parameters, Measured measured) throws Exception {
        if (parameters.text("kind").equals("paced")) {
            PacedAppends.run(this, parameters, measured);
            return;
        }
        Path directory = parameters.file().resolveSibling("queues");
        Path measuredQueue = directory.resolve("measured");
        boolean typed = parameters.text("kind").equals("typed");
        int threads = parameters.count("threads");
        long each = parameters.longCount("records") / threads;
        VisitLoad load = new VisitLoad(SEED);
        Path warmup = directory.resolve("warmup");
        try (Queue queue = open(warmup)) {
            append(queue, load, typed, threads, parameters.longCount("warmup") / threads, new LongAdder());
            long ignored = read(queue, typed);
        }
        // Of a short warm-up most is space that was prepared ahead.
        double recordBytes = Math.min(MOST_RECORD_BYTES, bytes(warmup) / (double) parameters.longCount("warmup"));
        emptyFiles(warmup);
        LongAdder appended = new LongAdder();
        try (WarmMemory memory =
                        WarmMemory.of(directory.resolve("warm-memory"), (long) (each * threads * recordBytes));
                Queue queue = open(measuredQueue)) {
            memory.giveAheadOf(() -> (long) (appended.sum() * recordBytes));
            long start = System.nanoTime();
            append(queue, load, typed, threads, each, appended);
            if (parameters.isOn("toDisk")) {
                sync(measuredQueue);
            }
            measured.put("appendNs", System.nanoTime() - start);
        }
        try (Queue queue = open(measuredQueue)) {
            long start = System.nanoTime();
            long sum = read(queue, typed);
            measured.put("readNs", System.nanoTime() - start);
            measured.put("complete", sum == expected(load, typed, threads, each) ? 1 : 0);
        }
        measured.put("records", each * threads);
        measured.put("bytes", bytes(measuredQueue));
    }

    private static void sync(Path directory) throws IOException {
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path file : below.filter(Files::isRegularFile).toList()) {
                ThroughputDriver.sync(file);
            }
        }
    }

    /** Gives their pages back at once, also where they are still mapped. */
    private static void emptyFiles(Path directory) throws IOException {
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path file : below.filter(Files::isRegularFile).toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
            }
        }
    }

    private static void append(Queue queue, VisitLoad load, boolean typed, int threads, long each, LongAdder appended)
            throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Thread appending = new Thread(() -> {
                try {
                    go.await();
                    append(queue.appender(), load, typed, each, appended);
                } catch (Throwable e) {
                    failed.set(e);
                }
            });
            appending.start();
            running.add(appending);
        }
        go.countDown();
        for (Thread appending : running) {
            appending.join();
        }
        if (failed.get() != null) {
            throw new IllegalStateException("an appending thread failed", failed.get());
        }
    }

    private static void append(Appender appender, VisitLoad load, boolean typed, long each, LongAdder appended) {
        byte[] raw = new byte[RAW_BYTES];
        for (long number = 0; number < each; number++) {
            if (typed) {
                appender.visit(load.url(number), load.host(number), number);
            } else {
                raw[0] = (byte) (number & 0x7F);
                appender.raw(raw);
            }
            if ((number & (TOLD_EVERY - 1)) == 0) {
                appended.add(TOLD_EVERY);
            }
        }
        appender.done();
    }

    private static long read(Queue queue, boolean typed) throws IOException {
        long sum = 0;
        try (Reader reader = queue.reader()) {
            for (long read = typed ? reader.visit() : reader.raw();
                    read >= 0;
                    read = typed ? reader.visit() : reader.raw()) {
                sum += read + 1;
            }
        }
        return sum;
    }

    private static long expected(VisitLoad load, boolean typed, int threads, long each) {
        long sum = 0;
        for (long number = 0; number < each; number++) {
            sum += 1
                    + (typed
                            ? number
                                    + load.url(number).length()
                                    + load.host(number).length()
                            : number & 0x7F);
        }
        return sum * threads;
    }

    private static long bytes(Path directory) throws IOException {
        Process used = new ProcessBuilder("du", "-s", "--block-size=1", directory.toString()).start();
        String said = new String(used.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        return Files.exists(directory) ? Long.parseLong(said.split("\\s", -1)[0]) : 0;
    }
}
