package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The loggers of a configuration, and the sinks they use. */
final class Loggers {
    private static final String ROOT = "ROOT";

    private final Translation translation;
    private final Appenders appenders;
    private final LoggerState root = new LoggerState(ROOT, 0, Levels.DEBUG);
    private final Map<String, LoggerState> named = new LinkedHashMap<>();
    private final Map<Integer, SinkPlan> sinks = new TreeMap<>();
    private final Map<String, RoutePlan> routes = new LinkedHashMap<>();
    private OverflowWish wish = OverflowWish.NONE;
    private boolean rootSilent;
    private int rootReferenceLine;

    Loggers(Translation translation, Appenders appenders) {
        this.translation = translation;
        this.appenders = appenders;
    }

    void translate(LoggerItem item, int position) {
        String name = item.root() ? ROOT : translation.substitute(item.name(), item.line());
        LoggerState logger = stateOf(name, position);
        setLevel(logger, item.level(), item.line(), !item.root());
        setAdditive(logger, item.additivity(), item.line());
        translation.options(item.children(), new LoggerOptions(logger));
    }

    private LoggerState stateOf(String name, int position) {
        if (name.toUpperCase(Locale.ROOT).equals(ROOT)) {
            return root;
        }
        LoggerState logger = named.get(name);
        if (logger == null) {
            logger = new LoggerState(name, position, null);
            named.put(name, logger);
        }
        return logger;
    }

    /** {@code mayInherit}: false for the attribute of {@code <root>}, of which Logback asks for a level only. */
    private void setLevel(LoggerState logger, String text, int line, boolean mayInherit) {
        String level = translation.substitute(text, line);
        if (level == null || level.isBlank()) {
            return;
        }
        if (!mayInherit || !isInherited(level)) {
            logger.level(translation.level(level, line));
        } else if (logger != root) {
            logger.inheritLevel(levelAbove(logger));
        } else {
            translation.report(
                    StatusCode.MR414, line, "the root logger has no parent to inherit from; its level stays as it was");
        }
    }

    /** Whether a text asks a logger to take its level from its parent. */
    private static boolean isInherited(String text) {
        return "INHERITED".equalsIgnoreCase(text) || "NULL".equalsIgnoreCase(text);
    }

    private int levelAbove(LoggerState logger) {
        LoggerState above = above(logger);
        while (above != root && above.level() == null) {
            above = above(above);
        }
        return above.level();
    }

    private void setAdditive(LoggerState logger, String text, int line) {
        String additivity = translation.substitute(text, line);
        if (additivity == null || additivity.isBlank()) {
            return;
        }
        String trimmed = additivity.trim();
        boolean no = trimmed.equalsIgnoreCase("false");
        if (!no && !trimmed.equalsIgnoreCase("true")) {
            translation.report(
                    StatusCode.MR414,
                    line,
                    "additivity is neither true nor false but \"" + trimmed + "\"; true is used");
        }
        logger.additive(!no);
    }

    private void attach(LoggerState logger, String appender, int line) {
        if (logger == root) {
            rootReferenceLine = line;
        }
        if (!appenders.isDeclared(appender)) {
            translation.report(
                    StatusCode.MR423,
                    line,
                    "there is no appender " + appender
                            + "; it is not attached (correct the name, or add an <appender> of it)");
            return;
        }
        rootSilent |= logger == root && appenders.isSilent(appender);
        for (Wiring wiring : appenders.wirings(appender)) {
            wish = Wiring.stronger(wish, wiring.wish());
            sinks.put(wiring.position(), wiring.sink());
            if (!wiring.filters().isEmpty()) {
                routes.put(
                        wiring.route(),
                        new RoutePlan(wiring.route(), wiring.sink().name(), wiring.filters()));
            }
            logger.add(
                    appender, wiring.route(), wiring.standsIn() ? wiring.sink().name() : null);
        }
    }

    void reportSilence(int configurationLine) {
        if (rootSilent) {
            return;
        }
        if (sinks.isEmpty()) {
            translation.report(
                    StatusCode.MR428,
                    configurationLine,
                    "no logger refers to an appender that writes: nothing will be logged");
        } else if (!root.hasSinks() && rootReferenceLine > 0) {
            translation.report(
                    StatusCode.MR428,
                    rootReferenceLine,
                    "none of the appenders of the root logger writes: only loggers with appenders of their own will");
        }
    }

    LoggerPlan root() {
        return plan(root);
    }

    /** What comes to a sink anyway does not come there a second time where that stands in for something. */
    private LoggerPlan plan(LoggerState logger) {
        for (String sink : logger.standIns()) {
            if (reaches(logger, sink)) {
                logger.removeStandIn(sink);
            }
        }
        return logger.plan();
    }

    private boolean reaches(LoggerState logger, String sink) {
        LoggerState at = logger;
        while (at != null && !at.writesTo(sink)) {
            at = at.isAdditive() ? above(at) : null;
        }
        return at != null;
    }

    /** The nearest one above that is configured; null for the root. */
    private LoggerState above(LoggerState logger) {
        String name = logger.name();
        for (int end = name.length() - 1; end >= 0 && logger != root; end--) {
            if (name.charAt(end) == '.' || name.charAt(end) == '$') {
                LoggerState above = named.get(name.substring(0, end));
                if (above != null) {
                    return above;
                }
            }
        }
        return logger == root ? null : root;
    }

    List<LoggerPlan> named() {
        // Those that refer to appenders further down were translated after others.
        Map<Integer, LoggerPlan> plans = new TreeMap<>();
        for (LoggerState logger : named.values()) {
            plans.put(logger.position(), plan(logger));
        }
        return new ArrayList<>(plans.values());
    }

    List<SinkPlan> sinks() {
        return new ArrayList<>(sinks.values());
    }

    List<RoutePlan> routes() {
        return new ArrayList<>(routes.values());
    }

    OverflowWish wish() {
        return wish;
    }

    /** What may stand inside a logger besides levels. */
    private final class LoggerOptions implements OptionHandler {
        private final LoggerState logger;

        LoggerOptions(LoggerState logger) {
            this.logger = logger;
        }

        @Override
        public void option(Option option) {
            switch (option.property()) {
                case "additive" -> logger.additive(translation.flag(option, logger.isAdditive()));
                case "level" -> {
                    if (option.value() != null) {
                        logger.level(translation.level(option.value(), option.line()));
                    }
                }
                default -> translation.reportUnknown(option, "a logger");
            }
        }

        @Override
        public void level(int line, String value) {
            setLevel(logger, value, line, true);
        }

        @Override
        public void reference(int line, String appender) {
            attach(logger, appender, line);
        }
    }
}
