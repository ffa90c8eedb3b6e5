package org.codehaus.groovy.runtime.callsite;

import org.slf4j.Logger;
import org.slf4j.LoggerWrapper;

/** Stands for what Groovy puts between a statement and the method that it calls. */
public final class CallSiteArray {
    private CallSiteArray() {}

    public static void call(Logger logger, String message) {
        called(logger, message);
    }

    private static void called(Logger logger, String message) {
        LoggerWrapper.info(logger, message);
    }
}
