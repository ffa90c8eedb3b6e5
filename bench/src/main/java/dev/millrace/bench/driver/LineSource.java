package dev.millrace.bench.driver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the bench's lines, one after the other; every thread has its own. */
final class LineSource {
    private static final Logger LOGGER = LoggerFactory.getLogger(LineFormat.LOGGER);
    private static final String[] CUSTOMERS = customers();
    private static final int FEWEST_ITEMS = 100;
    private static final int KINDS_OF_ITEMS = 900;

    private long sequence;

    /** Logs the next line; three arguments, two of which are boxed here, as an application does. */
    void log() {
        long id = LineFormat.FIRST_ID + sequence++;
        LOGGER.info(
                LineFormat.TEMPLATE,
                id,
                CUSTOMERS[(int) id & CUSTOMERS.length - 1],
                FEWEST_ITEMS + (int) (id % KINDS_OF_ITEMS));
    }

    /** How many lines were logged. */
    long sequence() {
        return sequence;
    }

    private static String[] customers() {
        String[] customers = new String[64];
        for (int i = 0; i < customers.length; i++) {
            customers[i] = "customer-" + (100 + i);
        }
        return customers;
    }
}
