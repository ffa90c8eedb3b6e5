package dev.millrace.core.plan;

import java.util.List;

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

    /**
     * Answers by a question about the event.
     *
     * @param evaluator the question
     * @param onMatch the answer when it is answered with yes
     * @param onMismatch the answer when it is answered with no
     */
    record Evaluate(EvaluatorPlan evaluator, Reply onMatch, Reply onMismatch) implements FilterPlan {}

    /**
     * Denies what a chain of filters denies, and is neutral to all else: an acceptance by an outer appender must not
     * pass the filters of the inner one.
     *
     * @param chain the filters in order
     */
    record DeniedBy(List<FilterPlan> chain) implements FilterPlan {
        /** Copies the list. */
        public DeniedBy {
            chain = List.copyOf(chain);
        }
    }
}
