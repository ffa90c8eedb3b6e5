package dev.millrace.config.logback.model;

/**
 * {@code <timestamp>}. What is not given is null.
 *
 * @since 0.1.0
 */
public record TimestampItem(int line, String key, String datePattern, String timeReference, String scope)
        implements Item {}
