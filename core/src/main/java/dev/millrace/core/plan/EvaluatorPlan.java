package dev.millrace.core.plan;

import java.util.List;

/**
 * A named question about events, for the conversion words that take one as an option.
 *
 * @since 0.1.0
 */
public sealed interface EvaluatorPlan {
    /** Matches no event: what stands for a class that is not supported. */
    EvaluatorPlan NEVER = new OnMarker(List.of());

    /** Matches events of level ERROR. */
    record OnError() implements EvaluatorPlan {}

    /**
     * Matches events with one of these markers.
     *
     * @param markers the markers' names
     */
    record OnMarker(List<String> markers) implements EvaluatorPlan {
        /** Copies the list. */
        public OnMarker {
            markers = List.copyOf(markers);
        }
    }

    /**
     * Matches events whose throwable is of one class.
     *
     * @param className the class's name, in any case
     */
    record OnThrowable(String className) implements EvaluatorPlan {}
}
