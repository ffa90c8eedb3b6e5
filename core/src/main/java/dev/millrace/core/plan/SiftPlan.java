package dev.millrace.core.plan;

import java.util.function.Function;

/**
 * How events are told apart by a value, and what the events of each value go to.
 *
 * @param mdcKey the key of the MDC that has the value; null where all events have {@code defaultValue}
 * @param defaultValue the value of events that have none of their own, or one that must not become a file name
 * @param timeoutMillis a value's files are closed when no event has had it for so long
 * @param maxValues so many values at most have open files at a time
 * @param template makes the sink of a value: a file, a rolling file or a console, always the same for the same value; null,
 *     with a status, when there is nothing that the value's events could go to. Called by any thread.
 * @param sample the sink of the default value
 * @since 0.1.0
 */
public record SiftPlan(
        String mdcKey,
        String defaultValue,
        long timeoutMillis,
        int maxValues,
        Function<String, SinkPlan> template,
        SinkPlan sample) {}
