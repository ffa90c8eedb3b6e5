package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LoggerPlan;
import java.util.ArrayList;
import java.util.List;

/** One logger, as its elements add up: a logger may be configured by several. */
final class LoggerState {
    private final String name;
    private final int position;
    // The appenders it refers to, and what each became: several may lead to one sink.
    private final List<String> appenders = new ArrayList<>();
    private final List<Wiring> wirings = new ArrayList<>();
    private Integer level;
    private Integer julLevel;
    private boolean additive = true;

    LoggerState(String name, int position, Integer level) {
        this.name = name;
        this.position = position;
        this.level = level;
        this.julLevel = level;
    }

    String name() {
        return name;
    }

    /** The place of the first element about it, in document order. */
    int position() {
        return position;
    }

    /** Its own level; null where it has none. */
    Integer level() {
        return level;
    }

    void level(int newLevel) {
        level = newLevel;
        julLevel = newLevel;
    }

    /** Takes its own level away; a listener is told the level that is in force above it at this moment. */
    void inheritLevel(int inForce) {
        if (level != null) {
            julLevel = inForce;
        }
        level = null;
    }

    void additive(boolean newAdditive) {
        additive = newAdditive;
    }

    boolean isAdditive() {
        return additive;
    }

    boolean hasSinks() {
        return !wirings.isEmpty();
    }

    /** Adds an appender's sink unless it was added before. */
    void add(String appender, Wiring wiring) {
        for (int i = 0; i < wirings.size(); i++) {
            if (appenders.get(i).equals(appender) && wirings.get(i).route().equals(wiring.route())) {
                return;
            }
        }
        appenders.add(appender);
        wirings.add(wiring);
    }

    /** The logger; to be asked once all references are known. */
    LoggerPlan plan(Ways ways) {
        List<String> sinks = new ArrayList<>();
        for (Wiring wiring : wirings) {
            sinks.add(ways.nameOf(wiring));
        }
        return new LoggerPlan(name, level, additive, sinks, julLevel);
    }
}
