package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LoggerPlan;
import java.util.ArrayList;
import java.util.List;

/** One logger, as its elements add up: a logger may be configured by several. */
final class LoggerState {
    private final String name;
    private final int position;
    // The appenders it refers to, and the sink of each: several may lead to one.
    private final List<String> appenders = new ArrayList<>();
    private final List<String> sinks = new ArrayList<>();
    private Integer level;
    private boolean additive = true;

    LoggerState(String name, int position, Integer level) {
        this.name = name;
        this.position = position;
        this.level = level;
    }

    /** The place of the first element about it, in document order. */
    int position() {
        return position;
    }

    void level(Integer newLevel) {
        level = newLevel;
    }

    void additive(boolean newAdditive) {
        additive = newAdditive;
    }

    boolean isAdditive() {
        return additive;
    }

    boolean hasSinks() {
        return !sinks.isEmpty();
    }

    /** Adds an appender's sink unless it was added before. */
    void add(String appender, String sink) {
        for (int i = 0; i < sinks.size(); i++) {
            if (appenders.get(i).equals(appender) && sinks.get(i).equals(sink)) {
                return;
            }
        }
        appenders.add(appender);
        sinks.add(sink);
    }

    LoggerPlan plan() {
        return new LoggerPlan(name, level, additive, sinks);
    }
}
