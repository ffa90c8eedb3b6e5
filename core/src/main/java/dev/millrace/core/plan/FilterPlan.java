package dev.millrace.core.plan;

/**
 * A filter of a sink.
 *
 * @since 0.1.0
 */
public sealed interface FilterPlan {
    /** What a filter answers. */
    enum Reply {
        DENY,
        NEUTRAL,
        ACCEPT
    }

    /**
     * Denies events below a level, is neutral to others.
     *
     * @param level one of {@code dev.millrace.event.Levels}
     */
    record Threshold(int level) implements FilterPlan {}

    /**
     * Answers by whether an event has exactly one level.
     *
     * @param level one of {@code dev.millrace.event.Levels}
     * @param onMatch the answer when it has
     * @param onMismatch the answer when it has not
     */
    record Level(int level, Reply onMatch, Reply onMismatch) implements FilterPlan {}
}
