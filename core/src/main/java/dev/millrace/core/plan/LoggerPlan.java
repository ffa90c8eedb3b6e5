package dev.millrace.core.plan;

import java.util.List;

/**
 * One configured logger.
 *
 * @param name its name; {@code ROOT} for the root
 * @param level one of {@code dev.millrace.event.Levels}, or null to inherit
 * @param additive whether events also go to the parents' sinks
 * @param sinks names of the sinks it writes to; a sink that is named twice gets each event twice
 * @since 0.1.0
 */
public record LoggerPlan(String name, Integer level, boolean additive, List<String> sinks) {
    /** Copies the list. */
    public LoggerPlan {
        sinks = List.copyOf(sinks);
    }
}
