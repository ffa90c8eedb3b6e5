package dev.millrace.config.logback.model;

/**
 * {@code <import class="">}.
 *
 * @since 0.1.0
 */
public record ImportItem(int line, String className) implements Item {}
