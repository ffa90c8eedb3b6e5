package org.slf4j;

/** Stands for code of SLF4J's own between the application and the logger. */
public final class LoggerWrapper {
    private LoggerWrapper() {}

    public static void info(Logger logger, String message) {
        logger.info(message);
    }
}
