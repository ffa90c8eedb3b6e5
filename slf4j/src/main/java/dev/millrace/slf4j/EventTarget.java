package dev.millrace.slf4j;

import dev.millrace.core.LoggerNode;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.EventDetails;
import java.util.List;

/** Where loggers send their events: what this module needs of the engine, and no more. Thread-safe. */
interface EventTarget extends AutoCloseable {
    /** The engine's logger of that name. */
    LoggerNode logger(String name);

    /** Frames of the caller that sinks print which may take this logger's events of that level; 0 where none does. */
    int callerFrames(LoggerNode logger, int level);

    /** Filters that are asked with every log call: the same list until they change; none by default. */
    default List<TurboFilterPlan> turboFilters() {
        return List.of();
    }

    /** Logs one event; arguments as in {@link dev.millrace.core.Engine#log}. */
    void log(
            LoggerNode logger,
            int level,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details);

    /** Counts a call that failed before it was an event. Never throws. */
    void notCaptured(int level);

    /** From now on the recording gets the events it is about. */
    void record(EventRecording recording);

    /** Ends that; does nothing when it has ended. */
    void stop(EventRecording recording);

    /** Does something a little later on another thread, at the latest when this is closed; once. */
    void doLater(Runnable chore);

    /** Adds a status. */
    void report(StatusCode code, String message);

    /** The statuses so far, oldest first, a line each with its time. */
    List<String> statuses();

    /** Drains and stops. */
    @Override
    void close();
}
