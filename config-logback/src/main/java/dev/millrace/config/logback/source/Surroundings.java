package dev.millrace.config.logback.source;

/**
 * What a configuration can see of the process it is read in.
 *
 * @since 0.1.0
 */
public interface Surroundings {
    /** A system property, or null. */
    String systemProperty(String key);

    /** Sets a system property; false when that is not allowed. */
    boolean setSystemProperty(String key, String value);

    /** An environment variable, or null. */
    String environment(String key);

    /** The name of this host; may be slow when first asked. */
    String hostName();

    /** The name of this host with its domain; may be slow. */
    String canonicalHostName();

    /** Now, in milliseconds since the epoch. */
    long nowMillis();
}
