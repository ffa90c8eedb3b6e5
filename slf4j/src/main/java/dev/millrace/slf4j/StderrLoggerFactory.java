package dev.millrace.slf4j;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** The loggers of a provider whose engine did not start. Thread-safe. */
final class StderrLoggerFactory implements ILoggerFactory {
    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();

    /** Says why it stands there; not by a status: there is no engine to keep it, and perhaps not even its classes. */
    static ILoggerFactory insteadOfEngine(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        System.err.println(
                "millrace ERROR MR502: Millrace did not start, events of INFO and above go to standard error: " + text);
        return new StderrLoggerFactory();
    }

    @Override
    public Logger getLogger(String name) {
        return loggers.computeIfAbsent(String.valueOf(name), StderrLogger::new);
    }
}
