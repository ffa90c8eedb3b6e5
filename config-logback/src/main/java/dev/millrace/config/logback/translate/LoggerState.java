package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LoggerPlan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** One logger, as its elements add up: a logger may be configured by several. */
final class LoggerState {
    private final String name;
    private final int position;
    private final Set<String> sinks = new LinkedHashSet<>();
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

    /** Adds a sink; false when it was there. */
    boolean add(String sink) {
        return sinks.add(sink);
    }

    LoggerPlan plan() {
        return new LoggerPlan(name, level, additive, new ArrayList<>(sinks));
    }
}
