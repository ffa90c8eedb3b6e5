package dev.millrace.samples.gateway.demo;

import java.util.Locale;

/**
 * One backend's figures.
 *
 * @param backend which
 * @param answers statements answered in the measured time
 * @param measuredNs how long that was
 * @param p95Micros 95th percentile of the time from request to answer, as the client saw it
 * @param p99Micros 99th percentile of it
 * @param logBytes size of the log after the gateway ended, warm-up included
 * @param tally answered statements against logged ones, warm-up included; null without a log
 */
record Measurement(
        Backend backend, long answers, long measuredNs, long p95Micros, long p99Micros, long logBytes, Tally tally) {
    double statementsPerSecond() {
        return answers * 1e9 / measuredNs;
    }

    static String header() {
        return String.format(
                Locale.ROOT, "  %-24s %10s %9s %9s %9s %12s", "", "tps", "p95 ms", "p99 ms", "log MB", "lines lost");
    }

    /** The row of the table. */
    String row() {
        return String.format(
                Locale.ROOT,
                "  %-24s %,10.0f %9.2f %9.2f %9s %12s",
                backend.title(),
                statementsPerSecond(),
                p95Micros / 1e3,
                p99Micros / 1e3,
                tally == null ? "-" : String.format(Locale.ROOT, "%.1f", logBytes / 1e6),
                tally == null ? "-" : String.format(Locale.ROOT, "%,d", tally.missing()));
    }
}
