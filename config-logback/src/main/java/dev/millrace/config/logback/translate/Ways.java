package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ways by which loggers come to sinks. Filters on the only way to a sink are the sink's own; where there are several
 * ways, the filters of each belong to a route.
 */
final class Ways {
    private final Map<Integer, SinkPlan> sinks = new TreeMap<>();
    private final Map<String, Map<String, List<FilterPlan>>> bySink = new HashMap<>();

    /** A logger refers to an appender that became this. */
    void add(Wiring wiring) {
        sinks.put(wiring.position(), wiring.sink());
        bySink.computeIfAbsent(wiring.sink().name(), name -> new TreeMap<>()).put(wiring.route(), wiring.filters());
    }

    boolean areNone() {
        return sinks.isEmpty();
    }

    /** The sinks in document order. */
    List<SinkPlan> sinks() {
        List<SinkPlan> plans = new ArrayList<>();
        for (SinkPlan sink : sinks.values()) {
            Map<String, List<FilterPlan>> ways = bySink.get(sink.name());
            List<FilterPlan> filters = new ArrayList<>(ways.values().iterator().next());
            filters.addAll(sink.filters());
            plans.add(ways.size() > 1 || filters.equals(sink.filters()) ? sink : filtered(sink, filters));
        }
        return plans;
    }

    /** The routes that there are beside the sinks. */
    List<RoutePlan> routes() {
        List<RoutePlan> routes = new ArrayList<>();
        for (SinkPlan sink : sinks.values()) {
            Map<String, List<FilterPlan>> ways = bySink.get(sink.name());
            for (Map.Entry<String, List<FilterPlan>> way : ways.entrySet()) {
                if (ways.size() > 1 && !way.getValue().isEmpty()) {
                    routes.add(new RoutePlan(way.getKey(), sink.name(), way.getValue()));
                }
            }
        }
        return routes;
    }

    /** By what name a logger refers to what an appender became. */
    String nameOf(Wiring wiring) {
        return bySink.get(wiring.sink().name()).size() > 1
                ? wiring.route()
                : wiring.sink().name();
    }

    private static SinkPlan filtered(SinkPlan sink, List<FilterPlan> filters) {
        if (sink instanceof SinkPlan.FileSink file) {
            return new SinkPlan.FileSink(
                    file.name(), file.layout(), file.charset(), filters, file.file(), file.append(), file.prudent());
        }
        if (sink instanceof SinkPlan.RollingFileSink file) {
            return new SinkPlan.RollingFileSink(
                    file.name(), file.layout(), file.charset(), filters, file.roll(), file.prudent());
        }
        if (sink instanceof SinkPlan.SiftingSink sifting) {
            return new SinkPlan.SiftingSink(sifting.name(), filters, sifting.sift());
        }
        SinkPlan.ConsoleSink console = (SinkPlan.ConsoleSink) sink;
        return new SinkPlan.ConsoleSink(
                console.name(),
                console.layout(),
                console.charset(),
                filters,
                console.error(),
                console.colorsOnTerminalsOnly());
    }
}
