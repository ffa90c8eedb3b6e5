package dev.millrace.core.plan;

/**
 * How long events go to one file.
 *
 * @since 0.1.0
 */
public enum RollPeriod {
    MILLISECOND,
    SECOND,
    MINUTE,
    HOUR,
    HALF_DAY,
    DAY,
    WEEK,
    MONTH
}
