package dev.millrace.slf4j;

import static dev.millrace.event.Levels.DEBUG;
import static dev.millrace.event.Levels.ERROR;
import static dev.millrace.event.Levels.INFO;
import static dev.millrace.event.Levels.TRACE;
import static dev.millrace.event.Levels.WARN;

import dev.millrace.core.LoggerNode;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.event.EventDetails;
import java.io.Serializable;
import java.util.List;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.LoggingEventBuilder;
import org.slf4j.spi.NOPLoggingEventBuilder;

/**
 * A logger of SLF4J over one of the engine's. Thread-safe; never throws into the application.
 *
 * <p>Every method checks the level first: one load and one comparison when it is disabled. Neither disabled nor enabled
 * calls allocate here, but for caller data and key–value pairs; a given argument array is passed on, neither copied
 * nor changed.
 *
 * <p>Public, like {@link #log(LoggingEvent)}, because SLF4J replays the events of its start-up by reflection.
 * Serializable as SLF4J's loggers are: by name, for the sake of objects that have a logger as a field.
 *
 * @since 0.1.0
 */
public final class MillraceLogger implements LocationAwareLogger, LoggingEventAware, Serializable {
    private static final long serialVersionUID = 1L;

    private static final String BOUNDARY = MillraceLogger.class.getName();

    private final transient LoggerNode node;
    private final transient EventTarget target;
    private final transient MillraceMdcAdapter mdc;
    private final transient MarkerTexts markers;
    // What has the turbo filters, if there are any; null where there never are.
    private final transient MillraceLoggerFactory factory;

    MillraceLogger(LoggerNode node, EventTarget target, MillraceMdcAdapter mdc, MarkerTexts markers) {
        this(node, target, mdc, markers, null);
    }

    MillraceLogger(
            LoggerNode node,
            EventTarget target,
            MillraceMdcAdapter mdc,
            MarkerTexts markers,
            MillraceLoggerFactory factory) {
        this.node = node;
        this.target = target;
        this.mdc = mdc;
        this.markers = markers;
        this.factory = factory;
    }

    // What is read becomes the logger of that name, of whatever provider is there.
    private Object writeReplace() {
        return new StderrLogger(node.name());
    }

    @Override
    public String getName() {
        return node.name();
    }

    @Override
    public String toString() {
        return "Logger[" + node.name() + "]";
    }

    // TRACE

    @Override
    public boolean isTraceEnabled() {
        return node.isEnabled(TRACE) && (!node.isTurboFiltered() || passes(null, TRACE, null));
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
        return node.isEnabled(TRACE) && (!node.isTurboFiltered() || passes(marker, TRACE, null));
    }

    @Override
    public LoggingEventBuilder atTrace() {
        return isTraceEnabled() ? builder(TRACE) : NOPLoggingEventBuilder.singleton();
    }

    @Override
    public void trace(String message) {
        if (node.isWanted(TRACE)) {
            emit(null, BOUNDARY, TRACE, message, 0, null, null, null, null);
        }
    }

    @Override
    public void trace(String format, Object arg) {
        if (node.isWanted(TRACE)) {
            emit(null, BOUNDARY, TRACE, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void trace(String format, Object first, Object second) {
        if (node.isWanted(TRACE)) {
            emit(null, BOUNDARY, TRACE, format, 2, first, second, null, null);
        }
    }

    @Override
    public void trace(String format, Object... args) {
        if (node.isWanted(TRACE)) {
            emit(null, BOUNDARY, TRACE, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void trace(String message, Throwable thrown) {
        if (node.isWanted(TRACE)) {
            emit(null, BOUNDARY, TRACE, message, 0, null, null, null, thrown);
        }
    }

    @Override
    public void trace(Marker marker, String message) {
        if (node.isWanted(TRACE)) {
            emit(marker, BOUNDARY, TRACE, message, 0, null, null, null, null);
        }
    }

    @Override
    public void trace(Marker marker, String format, Object arg) {
        if (node.isWanted(TRACE)) {
            emit(marker, BOUNDARY, TRACE, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void trace(Marker marker, String format, Object first, Object second) {
        if (node.isWanted(TRACE)) {
            emit(marker, BOUNDARY, TRACE, format, 2, first, second, null, null);
        }
    }

    @Override
    public void trace(Marker marker, String format, Object... args) {
        if (node.isWanted(TRACE)) {
            emit(marker, BOUNDARY, TRACE, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void trace(Marker marker, String message, Throwable thrown) {
        if (node.isWanted(TRACE)) {
            emit(marker, BOUNDARY, TRACE, message, 0, null, null, null, thrown);
        }
    }

    // DEBUG

    @Override
    public boolean isDebugEnabled() {
        return node.isEnabled(DEBUG) && (!node.isTurboFiltered() || passes(null, DEBUG, null));
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
        return node.isEnabled(DEBUG) && (!node.isTurboFiltered() || passes(marker, DEBUG, null));
    }

    @Override
    public LoggingEventBuilder atDebug() {
        return isDebugEnabled() ? builder(DEBUG) : NOPLoggingEventBuilder.singleton();
    }

    @Override
    public void debug(String message) {
        if (node.isWanted(DEBUG)) {
            emit(null, BOUNDARY, DEBUG, message, 0, null, null, null, null);
        }
    }

    @Override
    public void debug(String format, Object arg) {
        if (node.isWanted(DEBUG)) {
            emit(null, BOUNDARY, DEBUG, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void debug(String format, Object first, Object second) {
        if (node.isWanted(DEBUG)) {
            emit(null, BOUNDARY, DEBUG, format, 2, first, second, null, null);
        }
    }

    @Override
    public void debug(String format, Object... args) {
        if (node.isWanted(DEBUG)) {
            emit(null, BOUNDARY, DEBUG, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void debug(String message, Throwable thrown) {
        if (node.isWanted(DEBUG)) {
            emit(null, BOUNDARY, DEBUG, message, 0, null, null, null, thrown);
        }
    }

    @Override
    public void debug(Marker marker, String message) {
        if (node.isWanted(DEBUG)) {
            emit(marker, BOUNDARY, DEBUG, message, 0, null, null, null, null);
        }
    }

    @Override
    public void debug(Marker marker, String format, Object arg) {
        if (node.isWanted(DEBUG)) {
            emit(marker, BOUNDARY, DEBUG, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void debug(Marker marker, String format, Object first, Object second) {
        if (node.isWanted(DEBUG)) {
            emit(marker, BOUNDARY, DEBUG, format, 2, first, second, null, null);
        }
    }

    @Override
    public void debug(Marker marker, String format, Object... args) {
        if (node.isWanted(DEBUG)) {
            emit(marker, BOUNDARY, DEBUG, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void debug(Marker marker, String message, Throwable thrown) {
        if (node.isWanted(DEBUG)) {
            emit(marker, BOUNDARY, DEBUG, message, 0, null, null, null, thrown);
        }
    }

    // INFO

    @Override
    public boolean isInfoEnabled() {
        return node.isEnabled(INFO) && (!node.isTurboFiltered() || passes(null, INFO, null));
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
        return node.isEnabled(INFO) && (!node.isTurboFiltered() || passes(marker, INFO, null));
    }

    @Override
    public LoggingEventBuilder atInfo() {
        return isInfoEnabled() ? builder(INFO) : NOPLoggingEventBuilder.singleton();
    }

    @Override
    public void info(String message) {
        if (node.isWanted(INFO)) {
            emit(null, BOUNDARY, INFO, message, 0, null, null, null, null);
        }
    }

    @Override
    public void info(String format, Object arg) {
        if (node.isWanted(INFO)) {
            emit(null, BOUNDARY, INFO, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void info(String format, Object first, Object second) {
        if (node.isWanted(INFO)) {
            emit(null, BOUNDARY, INFO, format, 2, first, second, null, null);
        }
    }

    @Override
    public void info(String format, Object... args) {
        if (node.isWanted(INFO)) {
            emit(null, BOUNDARY, INFO, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void info(String message, Throwable thrown) {
        if (node.isWanted(INFO)) {
            emit(null, BOUNDARY, INFO, message, 0, null, null, null, thrown);
        }
    }

    @Override
    public void info(Marker marker, String message) {
        if (node.isWanted(INFO)) {
            emit(marker, BOUNDARY, INFO, message, 0, null, null, null, null);
        }
    }

    @Override
    public void info(Marker marker, String format, Object arg) {
        if (node.isWanted(INFO)) {
            emit(marker, BOUNDARY, INFO, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void info(Marker marker, String format, Object first, Object second) {
        if (node.isWanted(INFO)) {
            emit(marker, BOUNDARY, INFO, format, 2, first, second, null, null);
        }
    }

    @Override
    public void info(Marker marker, String format, Object... args) {
        if (node.isWanted(INFO)) {
            emit(marker, BOUNDARY, INFO, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void info(Marker marker, String message, Throwable thrown) {
        if (node.isWanted(INFO)) {
            emit(marker, BOUNDARY, INFO, message, 0, null, null, null, thrown);
        }
    }

    // WARN

    @Override
    public boolean isWarnEnabled() {
        return node.isEnabled(WARN) && (!node.isTurboFiltered() || passes(null, WARN, null));
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
        return node.isEnabled(WARN) && (!node.isTurboFiltered() || passes(marker, WARN, null));
    }

    @Override
    public LoggingEventBuilder atWarn() {
        return isWarnEnabled() ? builder(WARN) : NOPLoggingEventBuilder.singleton();
    }

    @Override
    public void warn(String message) {
        if (node.isWanted(WARN)) {
            emit(null, BOUNDARY, WARN, message, 0, null, null, null, null);
        }
    }

    @Override
    public void warn(String format, Object arg) {
        if (node.isWanted(WARN)) {
            emit(null, BOUNDARY, WARN, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void warn(String format, Object first, Object second) {
        if (node.isWanted(WARN)) {
            emit(null, BOUNDARY, WARN, format, 2, first, second, null, null);
        }
    }

    @Override
    public void warn(String format, Object... args) {
        if (node.isWanted(WARN)) {
            emit(null, BOUNDARY, WARN, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void warn(String message, Throwable thrown) {
        if (node.isWanted(WARN)) {
            emit(null, BOUNDARY, WARN, message, 0, null, null, null, thrown);
        }
    }

    @Override
    public void warn(Marker marker, String message) {
        if (node.isWanted(WARN)) {
            emit(marker, BOUNDARY, WARN, message, 0, null, null, null, null);
        }
    }

    @Override
    public void warn(Marker marker, String format, Object arg) {
        if (node.isWanted(WARN)) {
            emit(marker, BOUNDARY, WARN, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void warn(Marker marker, String format, Object first, Object second) {
        if (node.isWanted(WARN)) {
            emit(marker, BOUNDARY, WARN, format, 2, first, second, null, null);
        }
    }

    @Override
    public void warn(Marker marker, String format, Object... args) {
        if (node.isWanted(WARN)) {
            emit(marker, BOUNDARY, WARN, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void warn(Marker marker, String message, Throwable thrown) {
        if (node.isWanted(WARN)) {
            emit(marker, BOUNDARY, WARN, message, 0, null, null, null, thrown);
        }
    }

    // ERROR

    @Override
    public boolean isErrorEnabled() {
        return node.isEnabled(ERROR) && (!node.isTurboFiltered() || passes(null, ERROR, null));
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
        return node.isEnabled(ERROR) && (!node.isTurboFiltered() || passes(marker, ERROR, null));
    }

    @Override
    public LoggingEventBuilder atError() {
        return isErrorEnabled() ? builder(ERROR) : NOPLoggingEventBuilder.singleton();
    }

    @Override
    public void error(String message) {
        if (node.isWanted(ERROR)) {
            emit(null, BOUNDARY, ERROR, message, 0, null, null, null, null);
        }
    }

    @Override
    public void error(String format, Object arg) {
        if (node.isWanted(ERROR)) {
            emit(null, BOUNDARY, ERROR, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void error(String format, Object first, Object second) {
        if (node.isWanted(ERROR)) {
            emit(null, BOUNDARY, ERROR, format, 2, first, second, null, null);
        }
    }

    @Override
    public void error(String format, Object... args) {
        if (node.isWanted(ERROR)) {
            emit(null, BOUNDARY, ERROR, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void error(String message, Throwable thrown) {
        if (node.isWanted(ERROR)) {
            emit(null, BOUNDARY, ERROR, message, 0, null, null, null, thrown);
        }
    }

    @Override
    public void error(Marker marker, String message) {
        if (node.isWanted(ERROR)) {
            emit(marker, BOUNDARY, ERROR, message, 0, null, null, null, null);
        }
    }

    @Override
    public void error(Marker marker, String format, Object arg) {
        if (node.isWanted(ERROR)) {
            emit(marker, BOUNDARY, ERROR, format, 1, arg, null, null, null);
        }
    }

    @Override
    public void error(Marker marker, String format, Object first, Object second) {
        if (node.isWanted(ERROR)) {
            emit(marker, BOUNDARY, ERROR, format, 2, first, second, null, null);
        }
    }

    @Override
    public void error(Marker marker, String format, Object... args) {
        if (node.isWanted(ERROR)) {
            emit(marker, BOUNDARY, ERROR, format, count(args), null, null, args, null);
        }
    }

    @Override
    public void error(Marker marker, String message, Throwable thrown) {
        if (node.isWanted(ERROR)) {
            emit(marker, BOUNDARY, ERROR, message, 0, null, null, null, thrown);
        }
    }

    // any level

    @Override
    public boolean isEnabledForLevel(Level level) {
        return level != null
                && node.isEnabled(level.toInt())
                && (!node.isTurboFiltered() || passes(null, level.toInt(), null));
    }

    @Override
    public LoggingEventBuilder atLevel(Level level) {
        return isEnabledForLevel(level) ? makeLoggingEventBuilder(level) : NOPLoggingEventBuilder.singleton();
    }

    /** A builder for that level whether it is enabled or not, as SLF4J asks. */
    @Override
    public LoggingEventBuilder makeLoggingEventBuilder(Level level) {
        return level == null ? NOPLoggingEventBuilder.singleton() : builder(level.toInt());
    }

    private LoggingEventBuilder builder(int level) {
        try {
            return new MillraceEventBuilder(this, level);
        } catch (LinkageError e) {
            // The jar was replaced soon after the start, or its class loader is closed.
            target.notCaptured(level);
            return NOPLoggingEventBuilder.singleton();
        }
    }

    /**
     * Logs for a bridge.
     *
     * @param boundary name of the class that the application called; the log statement is right behind it
     * @param level one of {@code LocationAwareLogger}'s; others are taken for the next lower of these
     */
    @Override
    public void log(Marker marker, String boundary, int level, String message, Object[] args, Throwable thrown) {
        int known = Math.max(TRACE, Math.min(ERROR, level)) / DEBUG * DEBUG;
        if (node.isWanted(known)) {
            emit(marker, boundary, known, message, count(args), null, null, args, thrown);
        }
    }

    /**
     * Logs an event that was made elsewhere, with its own time and thread if it has them. The level is not checked:
     * whoever made the event did.
     */
    @Override
    public void log(LoggingEvent event) {
        try {
            ForeignEvent foreign = ForeignEvent.read(event, target, node, BOUNDARY);
            if (node.isTurboFiltered()
                    && factory.turboChain().denies(foreign.firstMarker, foreign.level, foreign.message)) {
                return;
            }
            if (!node.isTakenBySinks(foreign.level)) {
                return;
            }
            target.log(
                    node,
                    foreign.level,
                    foreign.message,
                    count(foreign.args),
                    null,
                    null,
                    foreign.args,
                    foreign.thrown,
                    foreign.ownThread ? mdc.snapshot() : null,
                    foreign.details);
        } catch (RuntimeException | Error e) {
            target.notCaptured(ERROR);
        }
    }

    /** Logs what a builder collected. */
    void log(
            int level,
            String boundary,
            String message,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            List<Marker> eventMarkers,
            List<String> keys,
            List<Object> values) {
        try {
            if (node.isTurboFiltered() && factory.turboChain().denies(first(eventMarkers), level, message)) {
                return;
            }
            if (!node.isTakenBySinks(level)) {
                return;
            }
            List<String> markerTexts = MarkerTexts.of(eventMarkers);
            int callerFrames = target.callerFrames(node, level);
            List<StackTraceElement> callers = callerFrames == 0 ? List.of() : Caller.find(boundary, callerFrames);
            EventDetails details = markerTexts == null && keys == null && callers.isEmpty()
                    ? null
                    : new EventDetails(
                            markerTexts, keys, values, Caller.innermost(callers), 0L, null, Caller.outer(callers));
            target.log(node, level, message, argCount, arg0, arg1, args, thrown, mdc.snapshot(), details);
        } catch (RuntimeException | Error e) {
            target.notCaptured(level);
        }
    }

    private void emit(
            Marker marker,
            String boundary,
            int level,
            String message,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown) {
        try {
            if (node.isTurboFiltered() && !(passes(marker, level, message) && node.isTakenBySinks(level))) {
                return;
            }
            EventDetails details = null;
            int callerFrames = target.callerFrames(node, level);
            if (callerFrames != 0) {
                List<StackTraceElement> callers = Caller.find(boundary, callerFrames);
                details = new EventDetails(
                        MarkerTexts.of(marker), null, null, Caller.innermost(callers), 0L, null, Caller.outer(callers));
            } else if (marker != null) {
                details = markers.details(marker);
            }
            target.log(node, level, message, argCount, arg0, arg1, args, thrown, mdc.snapshot(), details);
        } catch (RuntimeException | Error e) {
            // Stack or heap is used up before the engine sees the call, which takes care of itself.
            target.notCaptured(level);
        }
    }

    /** Whether the turbo filters accept a call, or are neutral and its level is in force. */
    private boolean passes(Marker marker, int level, String message) {
        Reply reply = factory.turboChain().decide(marker, level, message);
        return reply == Reply.ACCEPT || (reply == Reply.NEUTRAL && level >= node.threshold());
    }

    private static Marker first(List<Marker> markers) {
        return markers == null || markers.isEmpty() ? null : markers.get(0);
    }

    private static int count(Object[] args) {
        return args == null ? 0 : args.length;
    }
}
