package dev.millrace.bench;

/** A rate of calls for readers, exact: rows of different rates must not have one name. */
final class RateText {
    private RateText() {}

    /** {@code 200 k/s}; in single calls where they are no whole thousands. */
    static String of(long callsPerSecond) {
        return callsPerSecond % 1_000 == 0 ? callsPerSecond / 1_000 + " k/s" : callsPerSecond + "/s";
    }
}
