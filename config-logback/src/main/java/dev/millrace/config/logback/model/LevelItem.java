package dev.millrace.config.logback.model;

/**
 * {@code <level value="">} inside a logger, the deprecated way to set its level.
 *
 * @since 0.1.0
 */
public record LevelItem(int line, String value) implements Item {}
