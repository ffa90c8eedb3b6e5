package dev.millrace.bench.driver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the bench's lines, one after the other; every thread has its own. */
final class LineSource {
    private static final Logger LOGGER = LoggerFactory.getLogger(LineFormat.LOGGER);
    private static final int FEWEST_ITEMS = 100;
    private static final int KINDS_OF_ITEMS = 900;

    private final String template;
    private final int arguments;
    private final String[] texts;
    private final long firstId;
    private long sequence;

    LineSource(LineFormat format, String[] texts) {
        this.template = format.template();
        this.arguments = format.arguments();
        this.texts = texts;
        this.firstId = format.firstId();
    }

    /** Logs the next line; the standard one with three arguments, two of which are boxed, as an application does. */
    void log() {
        long id = firstId + sequence++;
        switch (arguments) {
            case 1 -> LOGGER.info(template, id);
            case 2 -> LOGGER.info(template, id, text(id));
            default -> LOGGER.info(template, id, text(id), FEWEST_ITEMS + (int) (id % KINDS_OF_ITEMS));
        }
    }

    /** Logs the next line, which is a standard one, with an exception behind its arguments. */
    void log(Throwable thrown) {
        long id = firstId + sequence++;
        LOGGER.info(template, id, text(id), FEWEST_ITEMS + (int) (id % KINDS_OF_ITEMS), thrown);
    }

    /** How many lines were logged. */
    long sequence() {
        return sequence;
    }

    private String text(long id) {
        return texts[(int) id & texts.length - 1];
    }
}
