package dev.millrace.it.child;

import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Ends the backend in its own way. */
final class LoggingEnd {
    private LoggingEnd() {}

    /** Drains and stops the backend. */
    static void close() throws Exception {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof AutoCloseable closeable) {
            closeable.close();
        } else {
            factory.getClass().getMethod("stop").invoke(factory);
        }
    }
}
