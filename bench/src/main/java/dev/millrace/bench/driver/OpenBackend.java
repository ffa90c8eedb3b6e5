package dev.millrace.bench.driver;

import java.lang.reflect.Method;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Ends a backend that keeps the tail of its output in a buffer until then. */
final class OpenBackend {
    private OpenBackend() {}

    /** Calls the logger factory's {@code stop}, which is Logback's way; whoever has none keeps no tail. */
    static void close() throws ReflectiveOperationException {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        for (Method method : factory.getClass().getMethods()) {
            if (method.getName().equals("stop") && method.getParameterCount() == 0) {
                method.invoke(factory);
                return;
            }
        }
    }
}
