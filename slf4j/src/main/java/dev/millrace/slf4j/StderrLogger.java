package dev.millrace.slf4j;

import java.time.Instant;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** What is left when the engine did not start: INFO and above on standard error. Thread-safe. */
final class StderrLogger extends LegacyAbstractLogger {
    // SLF4J's base class is serializable by name; there is no state of ours to keep compatible.
    private static final long serialVersionUID = 1L;

    StderrLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String template, Object[] args, Throwable thrown) {
        String message = MessageFormatter.basicArrayFormat(template, args);
        String line =
                Instant.now() + " [" + Thread.currentThread().getName() + "] " + level + ' ' + name + " - " + message;
        // One lock for both, so that a trace follows its line.
        synchronized (System.err) {
            System.err.println(line);
            if (thrown != null) {
                thrown.printStackTrace();
            }
        }
    }
}
