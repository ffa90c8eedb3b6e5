package dev.millrace.bench.driver;

import java.io.IOException;
import org.slf4j.LoggerFactory;

/**
 * Logs one line as soon as the JVM is up, then waits until its input is closed.
 *
 * @since 0.1.0
 */
public final class StartupDriver {
    private StartupDriver() {}

    /** The smallest program that logs. */
    public static void main(String[] arguments) throws IOException {
        LoggerFactory.getLogger("dev.millrace.bench.Startup").info("hello {}", "world");
        while (System.in.read() >= 0) {
            // until the parent has seen the line
        }
    }
}
