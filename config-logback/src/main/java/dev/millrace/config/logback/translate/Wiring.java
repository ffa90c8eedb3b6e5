package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.SinkPlan;
import java.util.List;

/**
 * What an appender became.
 *
 * @param sink the sink its events go to
 * @param position the place of that sink among the others, in document order
 * @param wish what it says about a full queue
 * @param route the name by which loggers refer to it: the sink's, unless there are filters on the way to that
 * @param filters those filters
 * @param standsIn whether the sink only takes the place of something that is not supported
 */
record Wiring(
        SinkPlan sink, int position, OverflowWish wish, String route, List<FilterPlan> filters, boolean standsIn) {
    Wiring(SinkPlan sink, int position, OverflowWish wish) {
        this(sink, position, wish, sink.name(), List.of(), false);
    }

    /** How wishes about a full queue add up: who must not lose events goes before who must not wait. */
    static OverflowWish stronger(OverflowWish one, OverflowWish other) {
        if (one == OverflowWish.BLOCK || other == OverflowWish.BLOCK) {
            return OverflowWish.BLOCK;
        }
        return one == OverflowWish.NONE ? other : one;
    }
}
