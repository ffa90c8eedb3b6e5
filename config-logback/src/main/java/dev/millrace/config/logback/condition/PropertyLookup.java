package dev.millrace.config.logback.condition;

/**
 * What a condition can ask for.
 *
 * @since 0.1.0
 */
public interface PropertyLookup {
    /** The value of a property of any scope, as it is written; null when it is not defined. */
    String property(String name);

    /** A system property, or null. */
    String systemProperty(String name);

    /** An environment variable, or null. */
    String environment(String name);
}
