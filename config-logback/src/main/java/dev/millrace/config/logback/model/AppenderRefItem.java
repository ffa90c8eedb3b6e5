package dev.millrace.config.logback.model;

/**
 * {@code <appender-ref ref="">}.
 *
 * @since 0.1.0
 */
public record AppenderRefItem(int line, String ref) implements Item {}
