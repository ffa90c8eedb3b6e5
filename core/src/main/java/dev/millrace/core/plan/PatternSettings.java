package dev.millrace.core.plan;

import dev.millrace.event.CaptureOptions;
import dev.millrace.layout.pattern.ConverterClasses;
import java.util.Map;

/**
 * What all conversion patterns of a plan share.
 *
 * @param converters further conversion words, each with the name of a converter class; only of classes that
 *     {@code dev.millrace.layout.pattern.ConverterClasses} knows
 * @param evaluators questions about events, by the names under which patterns refer to them
 * @param packagingData whether stack traces name the archives of their classes
 * @param numbered whether events are numbered
 * @since 0.1.0
 */
public record PatternSettings(
        Map<String, String> converters,
        Map<String, EvaluatorPlan> evaluators,
        boolean packagingData,
        boolean numbered) {
    /** Nothing but Logback's own words. */
    public static final PatternSettings NONE = new PatternSettings(Map.of(), Map.of(), false, false);

    /** Copies the maps. */
    public PatternSettings {
        converters = Map.copyOf(converters);
        evaluators = Map.copyOf(evaluators);
    }

    /** Whether a converter class of this name can be used. */
    public static boolean isKnownConverter(String className) {
        return ConverterClasses.isKnown(className);
    }

    /** Whether patterns know a word of this name by themselves. */
    public static boolean isOwnWord(String word) {
        return ConverterClasses.isOwnWord(word);
    }

    /** What has to be captured with each event. */
    public CaptureOptions captureOptions() {
        return new CaptureOptions(numbered, packagingData);
    }
}
