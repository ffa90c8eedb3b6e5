package dev.millrace.bench.report;

/**
 * A figure that is drawn.
 *
 * @param kind how
 * @param figure key of the column, or for {@link Kind#CURVE} of the rows' curves
 * @param title heading
 * @param better {@code more}, {@code less}, or empty where neither is
 * @since 0.1.0
 */
public record Plot(Kind kind, String figure, String title, String better) {
    /** The ways to draw. */
    public enum Kind {
        /** A bar for each row, side by side for each group. */
        BARS,
        /** A line for each backend over groups that begin with a number. */
        LINES,
        /** Values over percentiles. */
        CURVE
    }
}
