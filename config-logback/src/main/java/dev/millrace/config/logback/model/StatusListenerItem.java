package dev.millrace.config.logback.model;

/**
 * {@code <statusListener class="">}.
 *
 * @param className its class attribute, or null
 * @since 0.1.0
 */
public record StatusListenerItem(int line, String className) implements Item {}
