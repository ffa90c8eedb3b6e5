package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.SinkPlan;

/**
 * What an appender became.
 *
 * @param sink the sink its events go to
 * @param position the place of that sink among the others, in document order
 * @param wish what it says about a full queue
 */
record Wiring(SinkPlan sink, int position, OverflowWish wish) {}
