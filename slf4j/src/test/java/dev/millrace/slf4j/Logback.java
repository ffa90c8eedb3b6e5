package dev.millrace.slf4j;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.util.ContextUtil;
import java.util.List;
import org.slf4j.Marker;

/** The oracle: a Logback of its own, not bound to SLF4J, that keeps its events. */
final class Logback {
    private final LoggerContext context = new LoggerContext();
    private final ListAppender<ILoggingEvent> events = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.getCallerData(); // is read off the stack of whoever asks first
            super.append(event);
        }
    };

    Logback(Level rootLevel) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        // As a context has it that was configured by a file.
        new ContextUtil(context).addGroovyPackages(context.getFrameworkPackages());
        events.setContext(context);
        events.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(rootLevel);
        root.addAppender(events);
    }

    Logger logger(String name) {
        return context.getLogger(name);
    }

    List<ILoggingEvent> events() {
        return events.list;
    }

    ILoggingEvent takeOnly() {
        if (events.list.size() != 1) {
            throw new AssertionError("expected one event: " + events.list);
        }
        return events.list.remove(0);
    }

    /** The first frame of the event's caller data; null where Logback prints a question mark. */
    static StackTraceElement caller(ILoggingEvent event) {
        StackTraceElement[] frames = event.getCallerData();
        return frames == null || frames.length == 0 ? null : frames[0];
    }

    static List<StackTraceElement> callers(ILoggingEvent event) {
        return List.of(event.getCallerData());
    }

    static List<String> markers(ILoggingEvent event) {
        return event.getMarkerList() == null
                ? List.of()
                : event.getMarkerList().stream().map(Marker::toString).toList();
    }
}
