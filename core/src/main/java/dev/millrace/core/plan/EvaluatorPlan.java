package dev.millrace.core.plan;

import java.util.List;

/**
 * A named question about events, for filters and for the conversion words that take one as an option. It asks for one of
 * three things.
 *
 * @param errors whether it asks for the level ERROR
 * @param markers else the names of markers, of which an event has to have one
 * @param throwableClass else the name, in any case, of the class that an event's throwable has to be of; or null
 * @since 0.1.0
 */
public record EvaluatorPlan(boolean errors, List<String> markers, String throwableClass) {
    /** Matches no event: what stands for a class that is not supported. */
    public static final EvaluatorPlan NEVER = new EvaluatorPlan(false, List.of(), null);

    /** Copies the list. */
    public EvaluatorPlan {
        markers = List.copyOf(markers);
    }
}
