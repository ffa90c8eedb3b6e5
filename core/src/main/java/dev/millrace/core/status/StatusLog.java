package dev.millrace.core.status;

import java.util.List;

/**
 * Collects statuses and shows them: warnings and errors on standard error unless a configuration asks otherwise.
 * Thread-safe; never throws, never logs through Millrace, never blocks on a logging path.
 *
 * @since 0.1.0
 */
public final class StatusLog {
    /** Adds a status. */
    public void add(StatusCode code, String message, Throwable cause) {
        throw new UnsupportedOperationException();
    }

    /** Adds a status without an exception behind it. */
    public void add(StatusCode code, String message) {
        add(code, message, null);
    }

    /** The statuses so far, oldest first (bounded: the oldest are forgotten). */
    public List<Status> list() {
        throw new UnsupportedOperationException();
    }
}
