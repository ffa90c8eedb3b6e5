package dev.millrace.config.logback.report;

import dev.millrace.core.status.StatusCode;

/**
 * Where reading a configuration says what it found.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Report {
    /**
     * Adds a message.
     *
     * @param code its code
     * @param message where, what, and what is done instead
     * @param cause the exception behind it, or null
     */
    void add(StatusCode code, String message, Throwable cause);

    /** Adds a message about a place. */
    default void add(StatusCode code, Place place, String message) {
        add(code, place + ": " + message, null);
    }

    /** Adds a message about a place, with the exception behind it. */
    default void add(StatusCode code, Place place, String message, Throwable cause) {
        add(code, place + ": " + message, cause);
    }
}
