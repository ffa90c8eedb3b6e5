package dev.millrace.bench.driver;

import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.slf4j.MDC;

/** How long a call takes at a fixed rate over several threads; at a rate of 0, as fast as they can. */
final class LatencyDriver implements Driver {
    private static final int DIGITS = 3;
    private static final long CALLS_WITHOUT_PACE = 64;
    private static final long STALL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    @Override
    public void run(Parameters parameters, Measured measured) throws Exception {
        int threads = parameters.count("threads");
        double rateEach = parameters.longCount("rate") / (double) threads;
        long warmupSeconds = parameters.longCount("warmupSeconds");
        long seconds = parameters.longCount("seconds");
        CallKind kind = CallKind.named(parameters.text("kind"));
        LineFormat format = LineFormat.standard(threads);
        Workers workers = new Workers(threads, format);
        Timings[] timings = new Timings[threads];
        long[] logged = new long[threads];

        workers.run((worker, lines) -> {
            if (kind == CallKind.MDC) {
                MDC.put("user", "someone");
                MDC.put("request", "a1b2c3d4");
                MDC.put("tenant", "acme");
            }
            new Timings().below(kind.depth(), lines, kind.thrown(), rateEach, warmupSeconds);
        });
        Map<String, Long> cpuBefore = ThreadCpu.read();
        long beginNs = System.nanoTime();
        workers.run((worker, lines) -> {
            timings[worker] = new Timings();
            timings[worker].below(kind.depth(), lines, kind.thrown(), rateEach, seconds);
            logged[worker] = lines.sequence();
        });

        measured.put("elapsedNs", System.nanoTime() - beginNs);
        ThreadCpu.since(cpuBefore).forEach((name, spentNs) -> measured.put("cpu." + name, spentNs));
        for (int i = 0; i < threads; i++) {
            measured.put("lines." + format.threadName(i), logged[i]);
        }
        if (Files.exists(parameters.file())) {
            new FileProgress(parameters.file(), format).awaitQuiet();
        }
        workers.close();
        Timings all = new Timings();
        for (Timings one : timings) {
            all.add(one);
        }
        measured.put("call", all.calls);
        measured.put("call.stalls", all.calls.getCountBetweenValues(STALL_NS, all.calls.getMaxValue()));
        measured.put("response", all.responses);
        measured.put("empty", all.empty);
    }

    /** The histograms of one thread, nanoseconds. */
    private static final class Timings {
        private final Histogram calls = new Histogram(DIGITS);
        private final Histogram responses = new Histogram(DIGITS);
        private final Histogram empty = new Histogram(DIGITS);

        /** Logs from so many frames further down. */
        void below(int frames, LineSource lines, Throwable thrown, double rate, long seconds) {
            if (frames > 0) {
                below(frames - 1, lines, thrown, rate, seconds);
            } else {
                logAtRate(lines, thrown, rate, seconds);
            }
        }

        private void logAtRate(LineSource lines, Throwable thrown, double rate, long seconds) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            Pace pace = rate > 0 ? new Pace(rate) : null;
            while (System.nanoTime() < end) {
                for (long due = pace == null ? CALLS_WITHOUT_PACE : pace.awaitDue(); due > 0; due--) {
                    long before = System.nanoTime();
                    if (thrown == null) {
                        lines.log();
                    } else {
                        lines.log(thrown);
                    }
                    long after = System.nanoTime();
                    calls.recordValue(after - before);
                    responses.recordValue(Math.max(0, after - (pace == null ? before : pace.intendedNs())));
                }
                // What the two clock readings cost by themselves: the floor of every figure above.
                long before = System.nanoTime();
                long after = System.nanoTime();
                empty.recordValue(after - before);
            }
        }

        void add(Timings other) {
            calls.add(other.calls);
            responses.add(other.responses);
            empty.add(other.empty);
        }
    }
}
