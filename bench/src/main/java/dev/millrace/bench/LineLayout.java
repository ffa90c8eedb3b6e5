package dev.millrace.bench;

import java.util.Locale;

/** What stands between the logger and the message of a line. */
enum LineLayout {
    /** Nothing: the standard line. */
    PLAIN("", "", ""),
    /** Three values of the MDC. */
    MDC(
            "%X{user} %X{request} %X{tenant} ",
            "%X{user} %X{request} %X{tenant} ", "{context: user} {context: request} {context: tenant} "),
    /** Class, method and line of the caller. */
    CALLER("%C.%M:%L ", "%C.%M:%L ", "{class}.{method}:{line} ");

    private final String logback;
    private final String log4j;
    private final String tinylog;

    LineLayout(String logback, String log4j, String tinylog) {
        this.logback = logback;
        this.log4j = log4j;
        this.tinylog = tinylog;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String logbackPattern() {
        return "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} " + logback + "- %msg%n";
    }

    String log4jPattern() {
        return "%d{yyyy-MM-dd HH:mm:ss.SSS} [%t] %-5level %c " + log4j + "- %msg%n";
    }

    /** tinylog knows callers instead of loggers: the logger's name is fixed text, which is in its favour. */
    String tinylogFormat() {
        return "{date: yyyy-MM-dd HH:mm:ss.SSS} [{thread}] {level|min-size=5} dev.millrace.bench.Driver " + tinylog
                + "- {message}";
    }
}
