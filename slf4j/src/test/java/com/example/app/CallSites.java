package com.example.app;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.log4j.Category;
import org.codehaus.groovy.runtime.callsite.CallSiteArray;
import org.slf4j.Logger;
import org.slf4j.LoggerWrapper;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.spi.CallerBoundaryAware;
import org.slf4j.spi.DefaultLoggingEventBuilder;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.LoggingEventBuilder;

/** Log statements of an application, outside the packages that a search for the caller skips. */
public final class CallSites {
    private CallSites() {}

    /** One way of logging. */
    public record Site(String name, Consumer<Logger> statement) {
        @Override
        public String toString() {
            return name;
        }
    }

    public static Stream<Site> all() {
        return Stream.of(
                new Site("message", logger -> logger.info("x")),
                new Site("one argument", logger -> logger.warn("x {}", 1)),
                new Site("two arguments", logger -> logger.error("x {} {}", 1, 2)),
                new Site("array", logger -> logger.trace("x {} {} {}", 1, 2, 3)),
                new Site("throwable", logger -> logger.debug("x", new RuntimeException())),
                new Site("marker", logger -> logger.info((Marker) null, "x")),
                new Site("fluent", logger -> logger.atInfo().log("x")),
                new Site("fluent later", CallSites::fluentLater),
                new Site("fluent by a default method", logger -> logger.atLevel(Level.WARN)
                        .log()),
                new Site("fluent supplier", logger -> logger.atInfo().log(() -> "x")),
                new Site("fluent of SLF4J", logger -> new DefaultLoggingEventBuilder(logger, Level.INFO).log("x")),
                new Site("constructor", Constructed::new),
                new Site("recursion", logger -> recurse(logger, 300)),
                new Site(
                        "nested class",
                        logger -> new Runnable() {
                            @Override
                            public void run() {
                                logger.info("x");
                            }
                        }.run()),
                new Site("stream", logger -> List.of(1).forEach(element -> logger.info("x {}", element))),
                new Site("bridge", logger -> Bridge.info(logger, "x")),
                new Site("bridge calling itself", logger -> Bridge.nested(logger, "x")),
                new Site("bridge in between", logger -> Bridge.callBack(logger, CallSites::backInTheApplication)),
                new Site("boundary-aware builder", logger -> FluentWrapper.log(logger)),
                new Site("event", logger -> ((LoggingEventAware) logger).log(new Event(null))),
                new Site("event of a bridge", logger -> EventBridge.log(logger)),
                new Site("log4j 1", logger -> new Category(logger).info("x")),
                new Site("dynamic Groovy", logger -> CallSiteArray.call(logger, "x")),
                new Site("SLF4J in between", logger -> LoggerWrapper.info(logger, "x")),
                new Site("jul", logger -> julLogger(logger).info("x")),
                new Site("jul with parameters", logger -> julLogger(logger)
                        .log(java.util.logging.Level.WARNING, "x {0}", 1)));
    }

    /** A bridge that names a class which is not on the stack. */
    public static void unknownBoundary(Logger logger) {
        ((LocationAwareLogger) logger).log(null, "no.such.Boundary", LocationAwareLogger.INFO_INT, "x", null, null);
    }

    private static void fluentLater(Logger logger) {
        LoggingEventBuilder builder = logger.atInfo();
        builder = builder.addArgument(1).addKeyValue("k", 2);
        builder.log();
    }

    private static void recurse(Logger logger, int depth) {
        if (depth == 0) {
            logger.info("x");
        } else {
            recurse(logger, depth - 1);
        }
    }

    private static void backInTheApplication(Logger logger, String message) {
        Bridge.info(logger, message);
    }

    /** As jul-to-slf4j does it: a handler that passes on with java.util.logging's logger as the boundary. */
    private static java.util.logging.Logger julLogger(Logger logger) {
        java.util.logging.Logger jul = java.util.logging.Logger.getAnonymousLogger();
        jul.setUseParentHandlers(false);
        jul.addHandler(new java.util.logging.Handler() {
            @Override
            public void publish(java.util.logging.LogRecord entry) {
                ((LocationAwareLogger) logger)
                        .log(
                                null,
                                "java.util.logging.Logger",
                                LocationAwareLogger.INFO_INT,
                                entry.getMessage(),
                                null,
                                null);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        return jul;
    }

    private static final class Constructed {
        Constructed(Logger logger) {
            logger.info("x");
        }
    }

    private static final class Bridge {
        static void info(Logger logger, String message) {
            ((LocationAwareLogger) logger)
                    .log(null, Bridge.class.getName(), LocationAwareLogger.INFO_INT, message, null, null);
        }

        static void nested(Logger logger, String message) {
            info(logger, message);
        }

        static void callBack(Logger logger, BiConsumer<Logger, String> application) {
            application.accept(logger, "x");
        }
    }

    private static final class FluentWrapper {
        static void log(Logger logger) {
            LoggingEventBuilder builder = logger.atInfo();
            ((CallerBoundaryAware) builder).setCallerBoundary(FluentWrapper.class.getName());
            builder.log("x");
        }
    }

    private static final class EventBridge {
        static void log(Logger logger) {
            ((LoggingEventAware) logger).log(new Event(EventBridge.class.getName()));
        }
    }

    private record Event(String boundary) implements LoggingEvent {
        @Override
        public Level getLevel() {
            return Level.INFO;
        }

        @Override
        public String getLoggerName() {
            return "a";
        }

        @Override
        public String getMessage() {
            return "x";
        }

        @Override
        public List<Object> getArguments() {
            return null;
        }

        @Override
        public Object[] getArgumentArray() {
            return null;
        }

        @Override
        public List<Marker> getMarkers() {
            return null;
        }

        @Override
        public List<KeyValuePair> getKeyValuePairs() {
            return null;
        }

        @Override
        public Throwable getThrowable() {
            return null;
        }

        @Override
        public long getTimeStamp() {
            return 0;
        }

        @Override
        public String getThreadName() {
            return null;
        }

        @Override
        public String getCallerBoundary() {
            return boundary;
        }
    }
}
