package dev.millrace.bench.driver;

import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs at an even rate into a pipe; after a warm-up it says so by a file and waits for a byte of its standard input,
 * when nobody reads the pipe any more. Counts the calls that return; those who do not are left behind.
 */
final class StallDriver implements Driver {
    private final LineSource.Maker maker;

    StallDriver(LineSource.Maker maker) {
        this.maker = maker;
    }

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        double rateEach = parameters.count("rate") / (double) threads;
        long warmupNs = TimeUnit.SECONDS.toNanos(parameters.longCount("warmupSeconds"));
        long durationNs = TimeUnit.SECONDS.toNanos(parameters.longCount("seconds"));
        LineFormat format = LineFormat.standard(threads);
        CountDownLatch warm = new CountDownLatch(threads);
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(threads);
        AtomicLong returned = new AtomicLong();
        AtomicLong longestNs = new AtomicLong();
        AtomicLong[] callNs = new AtomicLong[threads];
        for (int i = 0; i < threads; i++) {
            AtomicLong begun = new AtomicLong();
            callNs[i] = begun;
            LineSource lines = maker.make(format, format.texts());
            Thread thread = new Thread(
                    () -> {
                        log(lines, rateEach, warmupNs, new AtomicLong(), new AtomicLong(), new AtomicLong());
                        warm.countDown();
                        try {
                            stalled.await();
                        } catch (InterruptedException e) {
                            return;
                        }
                        log(lines, rateEach, durationNs, begun, returned, longestNs);
                        done.countDown();
                    },
                    format.threadName(i));
            thread.setDaemon(true);
            thread.start();
        }
        warm.await();
        Files.createFile(parameters.file().resolveSibling("warm"));
        if (System.in.read() < 0) {
            return;
        }
        stalled.countDown();
        // Whoever is through early or late by a moment counts; whoever hangs in a call does not.
        boolean all = done.await(durationNs + TimeUnit.SECONDS.toNanos(1), TimeUnit.NANOSECONDS);
        long longest = longestNs.get();
        for (AtomicLong begun : callNs) {
            longest = Math.max(longest, all || begun.get() == 0 ? 0 : System.nanoTime() - begun.get());
        }
        measured.put("due", (long) (rateEach * threads * durationNs / 1e9));
        measured.put("returned", returned.get());
        measured.put("longestNs", longest);
    }

    private static void log(
            LineSource lines,
            double rate,
            long durationNs,
            AtomicLong begunNs,
            AtomicLong returned,
            AtomicLong longestNs) {
        Pace pace = new Pace(rate);
        long endNs = System.nanoTime() + durationNs;
        while (System.nanoTime() < endNs) {
            for (long due = pace.awaitDue(); due > 0; due--) {
                long callNs = System.nanoTime();
                begunNs.lazySet(callNs);
                lines.log();
                long tookNs = System.nanoTime() - callNs;
                begunNs.lazySet(0);
                returned.incrementAndGet();
                if (tookNs > longestNs.get()) {
                    longestNs.accumulateAndGet(tookNs, Math::max);
                }
            }
        }
    }
}
