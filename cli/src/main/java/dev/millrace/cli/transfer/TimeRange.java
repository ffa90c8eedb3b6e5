package dev.millrace.cli.transfer;

import java.time.Instant;

/**
 * From when to when, both included; null for no limit.
 */
record TimeRange(Instant since, Instant until) {
    boolean isLimited() {
        return since != null || until != null;
    }

    boolean contains(long epochSecond, int nanos) {
        return (since == null || compare(epochSecond, nanos, since) >= 0)
                && (until == null || compare(epochSecond, nanos, until) <= 0);
    }

    private static int compare(long epochSecond, int nanos, Instant limit) {
        int seconds = Long.compare(epochSecond, limit.getEpochSecond());
        return seconds != 0 ? seconds : Integer.compare(nanos, limit.getNano());
    }
}
