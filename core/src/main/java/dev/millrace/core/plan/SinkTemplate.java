package dev.millrace.core.plan;

/**
 * Makes the sink of a value.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SinkTemplate {
    /**
     * The sink of a value: a file, a rolling file or a console, always the same for the same value. Null, with a
     * status, when there is nothing that the value's events could go to. Any thread.
     */
    SinkPlan sink(String value);
}
