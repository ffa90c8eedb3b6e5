package dev.millrace.bench.report;

/**
 * A point of a percentile curve.
 *
 * @param percentile 0 to 100
 * @param value at most so much
 * @since 0.1.0
 */
public record Point(double percentile, double value) {}
