package dev.millrace.config.logback.model;

/**
 * {@code <shutdownHook class="">}.
 *
 * @param className its class attribute, or null
 * @since 0.1.0
 */
public record ShutdownHookItem(int line, String className) implements Item {}
