package dev.millrace.core.plan;

import java.util.List;

/**
 * One configured logger.
 *
 * @param name its name; {@code ROOT} for the root
 * @param level one of {@code dev.millrace.event.Levels}, or null to inherit
 * @param additive whether events also go to the parents' sinks
 * @param sinks names of the sinks, or of routes to sinks, it writes to; what is named twice gets each event twice
 * @param julLevel what the logger of that name in java.util.logging gets, where levels are passed on; null: nothing
 * @since 0.1.0
 */
public record LoggerPlan(String name, Integer level, boolean additive, List<String> sinks, Integer julLevel) {
    /** A logger that passes its own level on. */
    public LoggerPlan(String name, Integer level, boolean additive, List<String> sinks) {
        this(name, level, additive, sinks, level);
    }

    /** Copies the list. */
    public LoggerPlan {
        sinks = List.copyOf(sinks);
    }
}
