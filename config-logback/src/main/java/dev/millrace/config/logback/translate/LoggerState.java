package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LoggerPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One logger, as its elements add up: a logger may be configured by several. */
final class LoggerState {
    private final String name;
    private final int position;
    // The appenders it refers to, and the sink or route of each: several may lead to one.
    private final List<String> appenders = new ArrayList<>();
    private final List<String> ways = new ArrayList<>();
    // Of each way to a sink that only stands in for something the name of that sink; null for others.
    private final List<String> standIns = new ArrayList<>();
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
        return !ways.isEmpty();
    }

    /** Whether it refers to a sink, or to an appender that hands all events on to it. */
    boolean writesTo(String sink) {
        for (int i = 0; i < ways.size(); i++) {
            if (standIns.get(i) == null && ways.get(i).equals(sink)) {
                return true;
            }
        }
        return false;
    }

    /** The sinks that only stand in for something, once each way. */
    List<String> standIns() {
        List<String> sinks = new ArrayList<>(standIns);
        sinks.removeIf(Objects::isNull);
        return sinks;
    }

    /** Leaves out the ways on which a sink only stands in. */
    void removeStandIn(String sink) {
        for (int i = ways.size() - 1; i >= 0; i--) {
            if (sink.equals(standIns.get(i))) {
                appenders.remove(i);
                ways.remove(i);
                standIns.remove(i);
            }
        }
    }

    /**
     * Adds an appender's sink unless it was added before.
     *
     * @param standIn the sink where it only stands in for something; else null
     */
    void add(String appender, String way, String standIn) {
        for (int i = 0; i < ways.size(); i++) {
            if (appenders.get(i).equals(appender) && ways.get(i).equals(way)) {
                return;
            }
        }
        appenders.add(appender);
        ways.add(way);
        standIns.add(standIn);
    }

    LoggerPlan plan() {
        return new LoggerPlan(name, level, additive, ways, julLevel);
    }
}
