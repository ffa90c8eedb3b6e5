package dev.millrace.bench.driver;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long a call takes at a fixed rate over several threads. */
final class LatencyDriver implements Driver {
    private static final int DIGITS = 3;

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        double rateEach = parameters.longCount("rate") / (double) threads;
        long warmupSeconds = parameters.longCount("warmupSeconds");
        long seconds = parameters.longCount("seconds");
        Workers workers = new Workers(threads);
        Histogram[] calls = histograms(threads);
        Histogram[] empty = histograms(threads);
        long[] logged = new long[threads];

        workers.run((worker, lines) -> logAtRate(lines, rateEach, warmupSeconds, new Histogram(DIGITS), null));
        workers.run((worker, lines) -> {
            logAtRate(lines, rateEach, seconds, calls[worker], empty[worker]);
            logged[worker] = lines.sequence();
        });

        long expected = 0;
        for (int i = 0; i < threads; i++) {
            expected += logged[i];
            measured.put("lines." + LineFormat.threadName(i), logged[i]);
        }
        boolean complete = new FileProgress(parameters.file()).awaitLines(expected);
        workers.close();
        measured.put("complete", complete ? 1 : 0);
        measured.put("call", sum(calls));
        measured.put("empty", sum(empty));
    }

    private static void logAtRate(LineSource lines, double rate, long seconds, Histogram calls, Histogram empty) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Pace pace = new Pace(rate);
        while (System.nanoTime() < end) {
            for (long due = pace.awaitDue(); due > 0; due--) {
                long before = System.nanoTime();
                lines.log();
                long after = System.nanoTime();
                calls.recordValue(after - before);
            }
            if (empty != null) {
                // What the two clock readings cost by themselves: the floor of every figure above.
                long before = System.nanoTime();
                long after = System.nanoTime();
                empty.recordValue(after - before);
            }
        }
    }

    private static Histogram[] histograms(int count) {
        Histogram[] histograms = new Histogram[count];
        for (int i = 0; i < count; i++) {
            histograms[i] = new Histogram(DIGITS);
        }
        return histograms;
    }

    private static Histogram sum(Histogram[] parts) {
        Histogram sum = new Histogram(DIGITS);
        for (Histogram part : parts) {
            sum.add(part);
        }
        return sum;
    }
}
