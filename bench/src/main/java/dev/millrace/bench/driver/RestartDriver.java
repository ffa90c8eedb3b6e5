package dev.millrace.bench.driver;

import org.slf4j.LoggerFactory;

/** The next start of a program that was killed: gets a logger and ends. */
final class RestartDriver implements Driver {
    @Override
    public void run(Parameters parameters, Measured measured) {
        measured.put("enabled", LoggerFactory.getLogger(LineFormat.LOGGER).isInfoEnabled() ? 1 : 0);
    }
}
