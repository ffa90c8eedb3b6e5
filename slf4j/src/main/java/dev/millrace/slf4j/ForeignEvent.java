package dev.millrace.slf4j;

import dev.millrace.core.LoggerNode;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.event.SubstituteLoggingEvent;

/** Reads events that were made elsewhere: by SLF4J while it was initializing, or by a bridge. */
final class ForeignEvent {
    /** Stands for an event whose own methods threw. */
    static final String FAILED_EVENT = "[FAILED LoggingEvent]";

    private static final String UNNAMED_THREAD = "unnamed";

    final int level;
    final String message;
    final Object[] args;
    final Throwable thrown;

    /** Whether it was made on the current thread, whose MDC is then its MDC. */
    final boolean ownThread;

    /** Its rarer parts, or null. */
    final EventDetails details;

    /** Its first marker, or null. */
    final Marker firstMarker;

    private ForeignEvent(LoggingEvent event, EventTarget target, LoggerNode logger, String defaultBoundary) {
        Level eventLevel = event.getLevel();
        String eventThread = event.getThreadName();
        level = eventLevel == null ? Levels.ERROR : eventLevel.toInt();
        message = event.getMessage();
        args = event.getArgumentArray();
        thrown = event.getThrowable();
        ownThread =
                eventThread == null || eventThread.equals(Thread.currentThread().getName());
        List<Marker> markers = event.getMarkers();
        firstMarker = markers == null || markers.isEmpty() ? null : markers.get(0);
        details = details(
                event,
                ownThread ? null : nameOf(eventThread),
                callers(event, target.callerFrames(logger, level), defaultBoundary));
    }

    private ForeignEvent(Throwable failure) {
        level = Levels.ERROR;
        message = FAILED_EVENT;
        args = null;
        thrown = failure;
        ownThread = true;
        details = null;
        firstMarker = null;
    }

    /** Never throws: an event that fails to answer is replaced by one that shows the failure. */
    static ForeignEvent read(LoggingEvent event, EventTarget target, LoggerNode logger, String defaultBoundary) {
        try {
            return new ForeignEvent(event, target, logger, defaultBoundary);
        } catch (Throwable failure) {
            ForeignCode.rethrowFatal(failure);
            return new ForeignEvent(failure);
        }
    }

    private static String nameOf(String eventThread) {
        return eventThread.isEmpty() ? UNNAMED_THREAD : eventThread;
    }

    private static List<StackTraceElement> callers(LoggingEvent event, int callerFrames, String defaultBoundary) {
        // The statement of an event that waited for the provider is not on this stack.
        if (callerFrames == 0 || event instanceof SubstituteLoggingEvent) {
            return List.of();
        }
        String boundary = event.getCallerBoundary();
        return Caller.find(boundary == null ? defaultBoundary : boundary, callerFrames);
    }

    private static EventDetails details(LoggingEvent event, String threadName, List<StackTraceElement> callers) {
        List<String> markers = MarkerTexts.of(event.getMarkers());
        // Not later than now: files roll by the time of their events, and do not roll back.
        long timestampMicros =
                TimeUnit.MILLISECONDS.toMicros(Math.min(event.getTimeStamp(), System.currentTimeMillis()));
        List<String> keys = null;
        List<Object> values = null;
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null && !pairs.isEmpty()) {
            keys = new ArrayList<>(pairs.size());
            values = new ArrayList<>(pairs.size());
            for (KeyValuePair pair : pairs) {
                keys.add(pair.key);
                values.add(pair.value);
            }
        }
        return markers == null && keys == null && callers.isEmpty() && timestampMicros == 0 && threadName == null
                ? null
                : new EventDetails(
                        markers,
                        keys,
                        values,
                        Caller.innermost(callers),
                        timestampMicros,
                        threadName,
                        Caller.outer(callers));
    }
}
