package dev.millrace.cli.select;

import dev.millrace.event.Levels;
import java.util.List;

/**
 * What was asked for. Several names of one kind are alternatives; different kinds must all hold.
 *
 * @param lowestLevel of {@link Levels}
 * @param highestLevel of {@link Levels}
 * @param sinceMicros first wanted time, microseconds since the epoch
 * @param untilMicros first unwanted time behind it
 * @param loggers names of loggers, with those below them; {@code *} stands for anything
 * @param threads names of threads; {@code *} stands for anything
 * @param templates parts of message templates; {@code *} stands for anything
 * @param mdc entries of the MDC, all of them
 * @param keyValues the same for key–value pairs
 * @param text what message and stack trace must match; null for anything
 * @since 0.1.0
 */
public record Criteria(
        int lowestLevel,
        int highestLevel,
        long sinceMicros,
        long untilMicros,
        List<String> loggers,
        List<String> threads,
        List<String> templates,
        List<WantedPair> mdc,
        List<WantedPair> keyValues,
        TextSearch text) {
    /** Every event. */
    public static final Criteria EVERYTHING = new Criteria(
            Levels.TRACE,
            Levels.ERROR,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null);

    /** The same, with a text. */
    public Criteria with(TextSearch search) {
        return new Criteria(
                lowestLevel,
                highestLevel,
                sinceMicros,
                untilMicros,
                loggers,
                threads,
                templates,
                mdc,
                keyValues,
                search);
    }
}
