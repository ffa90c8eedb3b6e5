package dev.millrace.core.lane;

import dev.millrace.core.sink.LaneSink;
import java.util.function.Supplier;

/**
 * What a lane does differently from a point on.
 *
 * @param point from where on
 * @param parts route, filters, layout and charset from there on; null: the sink is not configured any more
 * @param sink makes the sink that goes on there; null: the present one goes on
 * @param turn when that sink may open its files
 * @since 0.1.0
 */
public record LaneSwitch(SwitchPoint point, LaneParts parts, Supplier<LaneSink> sink, Turn turn) {}
