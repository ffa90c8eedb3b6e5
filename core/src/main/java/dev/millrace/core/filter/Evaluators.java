package dev.millrace.core.filter;

import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.layout.EventTest;
import dev.millrace.layout.EventTests;

/**
 * Makes questions about events of their plans.
 *
 * @since 0.1.0
 */
public final class Evaluators {
    private Evaluators() {}

    /** A test of its own: it keeps scratch space and belongs to one rendering thread. */
    public static EventTest test(EvaluatorPlan plan) {
        if (plan instanceof EvaluatorPlan.OnError) {
            return EventTests.onError();
        }
        if (plan instanceof EvaluatorPlan.OnMarker onMarker) {
            return EventTests.onMarker(onMarker.markers());
        }
        return EventTests.onThrowable(((EvaluatorPlan.OnThrowable) plan).className());
    }
}
