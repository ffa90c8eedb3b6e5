package dev.millrace.config.logback.model;

/**
 * {@code <include>}. What is not given is null.
 *
 * @since 0.1.0
 */
public record IncludeItem(int line, String file, String url, String resource, String optional) implements Item {}
