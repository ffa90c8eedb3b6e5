package dev.millrace.core.plan;

import dev.millrace.core.plan.FilterPlan.Reply;
import java.util.Map;

/**
 * A filter that is asked with every log call, before the level: a call that it accepts is logged whatever the level.
 *
 * @since 0.1.0
 */
public sealed interface TurboFilterPlan {
    /**
     * Denies messages that repeat too often.
     *
     * @param allowedRepetitions how often a message, as it is before its arguments are put in, may repeat
     * @param cacheSize how many messages are remembered; at least 1
     */
    record Duplicate(int allowedRepetitions, int cacheSize) implements TurboFilterPlan {}

    /**
     * Answers by a level that depends on a value of the MDC.
     *
     * @param key key of the value
     * @param levels the level of each value, one of {@code dev.millrace.event.Levels}
     * @param defaultLevel the level of all others
     */
    record DynamicThreshold(
            String key, Map<String, Integer> levels, int defaultLevel, Reply onHigherOrEqual, Reply onLower)
            implements TurboFilterPlan {
        /** Copies the map. */
        public DynamicThreshold {
            levels = Map.copyOf(levels);
        }
    }

    /** Answers by whether the MDC has a value under a key. */
    record MdcValue(String key, String value, Reply onMatch, Reply onMismatch) implements TurboFilterPlan {}

    /** Answers by whether the call's marker is, or refers to, one of that name. */
    record HasMarker(String marker, Reply onMatch, Reply onMismatch) implements TurboFilterPlan {}
}
