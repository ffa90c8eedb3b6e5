package dev.millrace.core.status;

/**
 * One message of Millrace about itself.
 *
 * @param code stable code, listed in docs/codes.md
 * @param severity how bad it is
 * @param message what, where, what was done instead, what to do
 * @param cause the exception behind it, or null
 * @param timeMillis when, in milliseconds since the epoch
 * @since 0.1.0
 */
public record Status(StatusCode code, Severity severity, String message, Throwable cause, long timeMillis) {
    /** How bad a status is. */
    public enum Severity {
        INFO,
        WARN,
        ERROR
    }
}
