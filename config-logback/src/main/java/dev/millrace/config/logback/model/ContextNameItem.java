package dev.millrace.config.logback.model;

/**
 * {@code <contextName>}.
 *
 * @param text its text, or null when it has none
 * @since 0.1.0
 */
public record ContextNameItem(int line, String text) implements Item {}
