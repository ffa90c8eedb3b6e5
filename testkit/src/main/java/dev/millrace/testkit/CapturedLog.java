package dev.millrace.testkit;

import dev.millrace.slf4j.EventRecording;
import dev.millrace.slf4j.LoggedEvent;
import dev.millrace.slf4j.MillraceLoggerFactory;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The events that a logger, and those below it, log from its opening on: for unit tests, with any test framework. An
 * event is in the list when its log call returns, whichever thread made it; the configured appenders get it as well.
 * Open it in a {@code try} block, or close it after the test. Thread-safe.
 *
 * @since 0.1.0
 */
public final class CapturedLog implements AutoCloseable {
    private final EventRecording recording;

    private CapturedLog(EventRecording recording) {
        this.recording = recording;
    }

    /** The log of a class, from the level on that is configured. */
    public static CapturedLog of(Class<?> type) {
        return of(type.getName(), null);
    }

    /** The log of a class from a level on, whether or not that is configured. */
    public static CapturedLog of(Class<?> type, Level from) {
        return of(type.getName(), from);
    }

    /** The log of all loggers, from the levels on that are configured. */
    public static CapturedLog ofAll() {
        return of(Logger.ROOT_LOGGER_NAME, null);
    }

    /**
     * The log of a logger from a level on.
     *
     * @param from null for what is configured
     * @throws IllegalArgumentException when {@code logger} is null
     * @throws IllegalStateException when SLF4J is bound to another provider than Millrace
     */
    public static CapturedLog of(String logger, Level from) {
        ILoggerFactory factory = factory();
        if (factory instanceof MillraceLoggerFactory millrace) {
            return new CapturedLog(millrace.record(logger, from));
        }
        throw new IllegalStateException("SLF4J is bound to "
                + factory.getClass().getName() + " and not to Millrace; leave one provider on the test class path");
    }

    // SLF4J holds this lock while it starts: another thread, which would get a substitute, waits here.
    @SuppressWarnings("LockOnNonEnclosingClassLiteral")
    private static ILoggerFactory factory() {
        synchronized (LoggerFactory.class) {
            return LoggerFactory.getILoggerFactory();
        }
    }

    /** The events so far, oldest first: a copy. */
    public List<LoggedEvent> events() {
        return recording.events();
    }

    /** The messages of the events so far, arguments filled in. */
    public List<String> messages() {
        List<String> messages = new ArrayList<>();
        for (LoggedEvent event : recording.events()) {
            messages.add(event.message());
        }
        return messages;
    }

    /** Forgets the events so far. */
    public void clear() {
        recording.clear();
    }

    /** Ends the list, and gives the loggers their levels back; what is in it can still be read. Idempotent. */
    @Override
    public void close() {
        recording.close();
    }
}
