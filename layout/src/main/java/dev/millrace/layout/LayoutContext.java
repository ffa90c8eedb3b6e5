package dev.millrace.layout;

import java.util.function.BiConsumer;

/**
 * What a layout may know of its surroundings.
 *
 * @param startMicros start of the logging context, for relative times
 * @param lineSeparator what {@code %n} prints
 * @param problems told of what could not be understood: a stable problem key (for example {@code unknown-word}) and a
 *     sentence with the place in the pattern and what is printed instead
 * @since 0.1.0
 */
public record LayoutContext(long startMicros, String lineSeparator, BiConsumer<String, String> problems) {}
