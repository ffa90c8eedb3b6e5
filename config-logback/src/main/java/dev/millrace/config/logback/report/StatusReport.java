package dev.millrace.config.logback.report;

import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;

/**
 * A report into Millrace's status log. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class StatusReport implements Report {
    private final StatusLog log;
    private int errors;

    /** A report into the given log. */
    public StatusReport(StatusLog log) {
        this.log = log;
    }

    @Override
    public void add(StatusCode code, String message, Throwable cause) {
        if (code.severity() == Status.Severity.ERROR) {
            errors++;
        }
        log.add(code, message, cause);
    }

    /** The configuration asks for silence about itself, or does not. */
    public void silent(boolean silent) {
        log.hideConfiguration(silent);
    }

    /** How many errors were reported. */
    public int errors() {
        return errors;
    }
}
