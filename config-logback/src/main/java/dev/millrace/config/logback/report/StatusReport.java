package dev.millrace.config.logback.report;

import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.util.ArrayList;
import java.util.List;

/**
 * A report into Millrace's status log. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class StatusReport implements Report {
    private final StatusLog log;
    // Without their places: lines may come or go in front of them.
    private final List<String> errors = new ArrayList<>();

    /** A report into the given log. */
    public StatusReport(StatusLog log) {
        this.log = log;
    }

    @Override
    public void add(StatusCode code, String message, Throwable cause) {
        if (code.severity() == Status.Severity.ERROR) {
            errors.add(message.substring(message.indexOf(": ") + 1));
        }
        log.add(code, message, cause);
    }

    /** The configuration asks for silence about itself, or does not. */
    public void silent(boolean silent) {
        log.hideConfiguration(silent);
    }

    /** The errors that were reported, without their places. */
    public List<String> errors() {
        return List.copyOf(errors);
    }
}
