package dev.millrace.config.logback.model;

/**
 * {@code <param name="" value="">}: an option of the component it stands in, written the old way.
 *
 * @since 0.1.0
 */
public record ParamItem(int line, String name, String value) implements Item {}
