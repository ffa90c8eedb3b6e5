package dev.millrace.event;

import java.util.List;

/**
 * The rarer parts of a log call; null where a call has none of them.
 *
 * @param markers all markers' rendered texts, or null
 * @param keys key–value keys in order, or null
 * @param values the values of {@code keys}, any objects
 * @param caller the frame of the log statement, when a layout asked for it, or null
 * @param timestampMicros time of the event when it is not now (replayed early events), or 0
 * @param threadName name of the event's thread when it is not the current one, or null
 * @param outerCallers the frames behind {@code caller}, when a layout asked for them, or null
 * @since 0.1.0
 */
public record EventDetails(
        List<String> markers,
        List<String> keys,
        List<Object> values,
        StackTraceElement caller,
        long timestampMicros,
        String threadName,
        List<StackTraceElement> outerCallers) {
    /** Details without outer callers. */
    public EventDetails(
            List<String> markers,
            List<String> keys,
            List<Object> values,
            StackTraceElement caller,
            long timestampMicros,
            String threadName) {
        this(markers, keys, values, caller, timestampMicros, threadName, null);
    }
}
