package dev.millrace.core.plan;

import java.util.List;
import java.util.Map;

/**
 * The immutable configuration the engine runs. Made by a dialect's reader; the engine knows no dialect.
 *
 * @param source what it was read from, for people ({@code /app/logback.xml}, {@code jar:…!/logback.xml}, or
 *     {@code default})
 * @param contextName name of the logging context
 * @param root the root logger; its name is {@code ROOT}
 * @param loggers the named loggers, in document order
 * @param sinks the sinks that are referenced, in document order
 * @param properties the file's context-wide properties, among them {@code millrace.*} options
 * @param overflowWish what the file's own asynchronous settings ask for
 * @param testSource true when the source is a test configuration ({@code *-test.xml})
 * @param showStatus true when the file asks for status messages to be printed
 * @param patterns what all conversion patterns share
 * @param julLevels what to do with the levels of java.util.logging
 * @param turboFilters filters that are asked with every log call, in order
 * @param routes ways to sinks that loggers refer to in their place
 * @since 0.1.0
 */
public record Plan(
        String source,
        String contextName,
        LoggerPlan root,
        List<LoggerPlan> loggers,
        List<SinkPlan> sinks,
        Map<String, String> properties,
        OverflowWish overflowWish,
        boolean testSource,
        boolean showStatus,
        PatternSettings patterns,
        JulLevels julLevels,
        List<TurboFilterPlan> turboFilters,
        List<RoutePlan> routes) {

    /** What to do with the levels of java.util.logging. */
    public enum JulLevels {
        /** Nothing. */
        UNTOUCHED,
        /** Give its loggers the levels of the loggers of the same names. */
        SET,
        /** Take all its loggers' levels away before that. */
        RESET_AND_SET
    }

    /** What a file's asynchronous settings say about a full queue. */
    public enum OverflowWish {
        /** Nothing is said: Millrace's default. */
        NONE,
        /** Losing events is not acceptable: block. */
        BLOCK,
        /** Waiting is not acceptable: discard. */
        DISCARD
    }

    /** Copies the collections. */
    public Plan {
        loggers = List.copyOf(loggers);
        sinks = List.copyOf(sinks);
        properties = Map.copyOf(properties);
        turboFilters = List.copyOf(turboFilters);
        routes = List.copyOf(routes);
    }

    /** A plan whose loggers refer to sinks only. */
    public Plan(
            String source,
            String contextName,
            LoggerPlan root,
            List<LoggerPlan> loggers,
            List<SinkPlan> sinks,
            Map<String, String> properties,
            OverflowWish overflowWish,
            boolean testSource,
            boolean showStatus,
            PatternSettings patterns,
            JulLevels julLevels,
            List<TurboFilterPlan> turboFilters) {
        this(
                source,
                contextName,
                root,
                loggers,
                sinks,
                properties,
                overflowWish,
                testSource,
                showStatus,
                patterns,
                julLevels,
                turboFilters,
                List.of());
    }

    /** A plan without turbo filters, with nothing but Logback's own words, that leaves java.util.logging alone. */
    public Plan(
            String source,
            String contextName,
            LoggerPlan root,
            List<LoggerPlan> loggers,
            List<SinkPlan> sinks,
            Map<String, String> properties,
            OverflowWish overflowWish,
            boolean testSource,
            boolean showStatus) {
        this(
                source,
                contextName,
                root,
                loggers,
                sinks,
                properties,
                overflowWish,
                testSource,
                showStatus,
                PatternSettings.NONE,
                JulLevels.UNTOUCHED,
                List.of());
    }
}
