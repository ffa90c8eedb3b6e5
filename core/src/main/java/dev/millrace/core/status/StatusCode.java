package dev.millrace.core.status;

/**
 * Every status code; docs/codes.md explains each, and a test keeps the two in step.
 *
 * @since 0.1.0
 */
public enum StatusCode {
    /** Millrace started. */
    MR001(Status.Severity.INFO),

    // slf4j

    /** More than one SLF4J provider is on the class path. */
    MR501(Status.Severity.WARN),
    /** The provider could not start the engine; events go to standard error. */
    MR502(Status.Severity.ERROR);

    private final Status.Severity severity;

    StatusCode(Status.Severity severity) {
        this.severity = severity;
    }

    /** The severity that statuses of this code have. */
    public Status.Severity severity() {
        return severity;
    }
}
