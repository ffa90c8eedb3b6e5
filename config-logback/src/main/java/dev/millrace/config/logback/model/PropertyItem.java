package dev.millrace.config.logback.model;

/**
 * {@code <property>} and its synonyms. What is not given is null.
 *
 * @since 0.1.0
 */
public record PropertyItem(int line, String name, String value, String file, String resource, String scope)
        implements Item {}
