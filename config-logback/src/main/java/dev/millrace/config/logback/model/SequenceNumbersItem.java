package dev.millrace.config.logback.model;

/**
 * {@code <sequenceNumberGenerator class="">}.
 *
 * @param className its class attribute, or null
 * @since 0.1.0
 */
public record SequenceNumbersItem(int line, String className) implements Item {}
