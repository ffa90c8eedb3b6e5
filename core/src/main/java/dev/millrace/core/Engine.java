package dev.millrace.core;

import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventDetails;

/**
 * Runs a plan: captures log calls into the journal and drives the sinks. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Engine implements AutoCloseable {
    Engine() {}

    /** Reads the configuration with the {@code PlanReader}s visible to {@code loader} and starts. Never throws. */
    public static Engine start(ClassLoader loader) {
        throw new UnsupportedOperationException();
    }

    /** The logger of that name, created at first sight. */
    public LoggerNode logger(String name) {
        throw new UnsupportedOperationException();
    }

    /** Whether any sink that this logger's events can reach prints caller data. */
    public boolean needsCaller(LoggerNode logger) {
        throw new UnsupportedOperationException();
    }

    /**
     * Logs one event; the caller has checked {@link LoggerNode#isEnabled}. Never throws (but for errors of the virtual
     * machine that user code in arguments causes). Arguments as in {@link dev.millrace.event.EventCapture#encode}.
     */
    public void log(
            LoggerNode logger,
            int level,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        throw new UnsupportedOperationException();
    }

    /** Millrace's own messages. */
    public StatusLog status() {
        throw new UnsupportedOperationException();
    }

    /** Drains and stops; at most the shutdown time-out. What remains stays in the journal. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
