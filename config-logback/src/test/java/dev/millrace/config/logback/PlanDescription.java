package dev.millrace.config.logback;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.event.Levels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says what a plan does, in the same words as {@link LogbackOracle}. */
final class PlanDescription {
    static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private PlanDescription() {}

    static String of(Plan plan) {
        Map<String, String> sinks = new HashMap<>();
        for (SinkPlan sink : plan.sinks()) {
            sinks.put(sink.name(), describe(sink, List.of()));
        }
        for (RoutePlan route : plan.routes()) {
            for (SinkPlan sink : plan.sinks()) {
                if (sink.name().equals(route.sink())) {
                    sinks.put(route.name(), describe(sink, route.filters()));
                }
            }
        }
        Map<String, String> loggers = new TreeMap<>();
        add(loggers, plan.root(), sinks);
        for (LoggerPlan logger : plan.loggers()) {
            add(loggers, logger, sinks);
        }
        return "context " + plan.contextName() + "\n" + String.join("", loggers.values());
    }

    private static void add(Map<String, String> loggers, LoggerPlan logger, Map<String, String> sinks) {
        Set<String> outputs = new TreeSet<>();
        for (String sink : logger.sinks()) {
            outputs.add(sinks.get(sink));
        }
        String level = logger.level() == null ? null : Levels.name(logger.level());
        String text = logger(logger.name(), level, logger.additive(), outputs);
        if (text != null) {
            loggers.put(logger.name(), text);
        }
    }

    /** A logger in words, or null when it is as if it were not configured. */
    static String logger(String name, String level, boolean additive, Set<String> outputs) {
        if (level == null && additive && outputs.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        text.append("logger ").append(name).append(' ').append(level);
        text.append(additive || name.equals("ROOT") ? "" : " closed").append('\n');
        for (String output : outputs) {
            text.append("  ").append(output).append('\n');
        }
        return text.toString();
    }

    private static String describe(SinkPlan sink, List<FilterPlan> onTheWay) {
        StringBuilder passed = new StringBuilder();
        for (int level : LEVELS) {
            if (replyOf(onTheWay, level) != Reply.DENY && passes(sink, level)) {
                passed.append(Levels.name(level)).append(' ');
            }
        }
        String where;
        if (sink instanceof SinkPlan.FileSink file) {
            where = "file " + file.file() + " " + file.append();
        } else if (sink instanceof SinkPlan.RollingFileSink rolling) {
            where = "file " + rolling.roll().file() + " true";
        } else {
            where = "console " + (((SinkPlan.ConsoleSink) sink).error() ? "System.err" : "System.out");
        }
        String pattern = ((LayoutPlan.Pattern) sink.layout()).pattern();
        return where + " [" + pattern + "] " + sink.charset() + " passes " + passed;
    }

    private static boolean passes(SinkPlan sink, int level) {
        return replyOf(sink.filters(), level) != Reply.DENY;
    }

    private static Reply replyOf(List<FilterPlan> chain, int level) {
        for (FilterPlan filter : chain) {
            Reply reply = replyOf(filter, level);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    private static Reply replyOf(FilterPlan filter, int level) {
        if (filter instanceof FilterPlan.Threshold threshold) {
            return level < threshold.level() ? Reply.DENY : Reply.NEUTRAL;
        }
        if (filter instanceof FilterPlan.DeniedBy outer) {
            return replyOf(outer.chain(), level) == Reply.DENY ? Reply.DENY : Reply.NEUTRAL;
        }
        FilterPlan.Level exact = (FilterPlan.Level) filter;
        return level == exact.level() ? exact.onMatch() : exact.onMismatch();
    }
}
