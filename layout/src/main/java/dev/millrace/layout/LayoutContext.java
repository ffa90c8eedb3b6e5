package dev.millrace.layout;

import dev.millrace.event.LogEvent;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * What a layout may know of its surroundings.
 *
 * @param startMicros start of the logging context, for relative times
 * @param lineSeparator what {@code %n} prints
 * @param name name of the logging context
 * @param properties the context's properties
 * @param converters further conversion words, each with the name of the class that the configuration gives it; see
 *     {@code dev.millrace.layout.pattern.ConverterClasses} for those that are known
 * @param tests event tests by name, for the words that take them as an option; one of them serves every layout of one
 *     thread only
 * @param packagingData whether stack traces that are appended to a pattern name the archives of their classes
 * @param ansi whether colour words that ask for it (those of Spring Boot) print colours; Logback's own always do
 * @param colors whether any colour word prints colours at all; where not, it prints its text only
 * @param firstLocalNumber the number with which {@code %lsn} starts
 * @param zone where dates are that name no zone. As it was when the layout was configured, as in Logback: the system's
 *     may be set to another one later
 * @param locale the language of dates that name none, likewise
 * @param problems told of what could not be understood: a stable problem key (for example {@code unknown-word}) and a
 *     sentence with the place in the pattern and what is printed instead. Told by the rendering thread, too, when a
 *     regular expression goes astray: at most once a word and rendering thread
 * @since 0.1.0
 */
public record LayoutContext(
        long startMicros,
        String lineSeparator,
        String name,
        Map<String, String> properties,
        Map<String, String> converters,
        Map<String, Predicate<LogEvent>> tests,
        boolean packagingData,
        boolean ansi,
        boolean colors,
        long firstLocalNumber,
        TimeZone zone,
        Locale locale,
        BiConsumer<String, String> problems) {

    /** Copies the maps. */
    public LayoutContext {
        properties = Map.copyOf(properties);
        converters = Map.copyOf(converters);
        tests = Map.copyOf(tests);
    }

    /** A context named {@code default} in which nothing is configured. */
    public LayoutContext(long startMicros, String lineSeparator, BiConsumer<String, String> problems) {
        this(
                startMicros,
                lineSeparator,
                "default",
                Map.of(),
                Map.of(),
                Map.of(),
                false,
                false,
                true,
                startMicros / 1000,
                TimeZone.getDefault(),
                Locale.getDefault(),
                problems);
    }
}
