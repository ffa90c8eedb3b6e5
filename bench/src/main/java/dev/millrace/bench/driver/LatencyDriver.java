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
        long unpacedEach = parameters.longCount("unpacedCalls") / threads;
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
            new Timings().below(kind.depth(), new Calls(lines, kind.thrown(), unpacedEach, 0, 0));
        });
        if (unpacedEach > 0 && Files.exists(parameters.file())) {
            new FileProgress(parameters.file(), format).awaitQuiet();
        }
        workers.run((worker, lines) ->
                new Timings().below(kind.depth(), new Calls(lines, kind.thrown(), 0, rateEach, warmupSeconds)));
        Map<String, Long> cpuBefore = ThreadCpu.read();
        long beginNs = System.nanoTime();
        workers.run((worker, lines) -> {
            timings[worker] = new Timings();
            timings[worker].below(kind.depth(), new Calls(lines, kind.thrown(), 0, rateEach, seconds));
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
        measured.put("call.due", all.calls.getTotalCount() + all.missed);
        measured.put("response", all.responses);
        measured.put("empty", all.empty);
    }

    /**
     * What a thread logs: so many calls as fast as it can, then at the rate for some seconds.
     *
     * @param thrown with each of them; may be null
     */
    private record Calls(LineSource lines, Throwable thrown, long unpaced, double rate, long seconds) {
        void one() {
            if (thrown == null) {
                lines.log();
            } else {
                lines.log(thrown);
            }
        }
    }

    /** The histograms of one thread, nanoseconds. */
    private static final class Timings {
        private final Histogram calls = new Histogram(DIGITS);
        private final Histogram responses = new Histogram(DIGITS);
        private final Histogram empty = new Histogram(DIGITS);
        private long missed;

        /** Logs from so many frames further down. */
        void below(int frames, Calls what) {
            if (frames > 0) {
                below(frames - 1, what);
            } else {
                for (long i = 0; i < what.unpaced(); i++) {
                    time(what, null);
                }
                logAtRate(what);
            }
        }

        private void logAtRate(Calls what) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(what.seconds());
            Pace pace = what.rate() > 0 ? new Pace(what.rate()) : null;
            while (System.nanoTime() < end) {
                for (long due = pace == null ? CALLS_WITHOUT_PACE : pace.awaitDue(); due > 0; due--) {
                    time(what, pace);
                }
                // What the two clock readings cost by themselves: the floor of every figure above.
                long before = System.nanoTime();
                long after = System.nanoTime();
                empty.recordValue(after - before);
            }
            if (pace != null) {
                countMissed(pace, end);
            }
        }

        private void time(Calls what, Pace pace) {
            long before = System.nanoTime();
            what.one();
            long after = System.nanoTime();
            calls.recordValue(after - before);
            responses.recordValue(Math.max(0, after - (pace == null ? before : pace.intendedNs())));
        }

        /** Calls that were due and never made would have been answered now at the earliest. */
        private void countMissed(Pace pace, long end) {
            long now = System.nanoTime();
            for (long due = pace.nextMissed(end); due > 0; due = pace.nextMissed(end)) {
                responses.recordValueWithCount(now - pace.intendedNs(), due);
                missed += due;
            }
        }

        void add(Timings other) {
            calls.add(other.calls);
            responses.add(other.responses);
            empty.add(other.empty);
            missed += other.missed;
        }
    }
}
