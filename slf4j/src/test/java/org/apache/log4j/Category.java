package org.apache.log4j;

import org.slf4j.Logger;
import org.slf4j.spi.LocationAwareLogger;

/** As log4j-over-slf4j has it: the method stands here, the boundary names the class derived from this one. */
public class Category {
    private final Logger logger;

    public Category(Logger logger) {
        this.logger = logger;
    }

    public void info(String message) {
        ((LocationAwareLogger) logger)
                .log(null, "org.apache.log4j.Logger", LocationAwareLogger.INFO_INT, message, null, null);
    }
}
