package dev.millrace.bench.report;

import java.util.List;

/**
 * One figure over the runs.
 *
 * @param median of the runs
 * @param min smallest
 * @param max largest
 * @param runs each run's, in the order of the runs
 * @since 0.1.0
 */
public record Figure(double median, double min, double max, List<Double> runs) {}
