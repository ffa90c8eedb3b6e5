package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.core.status.StatusCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says of each place what it has to say once, however often that is read. Thread-safe. */
final class OnceReport implements Report {
    private final Report report;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    OnceReport(Report report) {
        this.report = report;
    }

    @Override
    public void add(StatusCode code, String message, Throwable cause) {
        if (said.add(code.name())) {
            report.add(code, message, cause);
        }
    }

    @Override
    public void add(StatusCode code, Place place, String message) {
        add(code, place, message, null);
    }

    @Override
    public void add(StatusCode code, Place place, String message, Throwable cause) {
        if (said.add(code.name() + place)) {
            report.add(code, place, message, cause);
        }
    }
}
