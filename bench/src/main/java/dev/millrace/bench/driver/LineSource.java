package dev.millrace.bench.driver;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the bench's lines, one after the other; every thread has its own. */
class LineSource {
    private static final Logger LOGGER = LoggerFactory.getLogger(LineFormat.LOGGER);

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

    /** Makes the source of one thread. */
    interface Maker {
        LineSource make(LineFormat format, String[] texts);
    }

    /** Logs the next line; the standard one with three arguments, two of which are boxed, as an application does. */
    void log() {
        long id = nextId();
        switch (arguments) {
            case 1 -> LOGGER.info(template, id);
            case 2 -> LOGGER.info(template, id, text(id));
            default -> LOGGER.info(template, id, text(id), LineFormat.items(id));
        }
    }

    /** Logs the next line, which is a standard one, with an exception behind its arguments. */
    void log(Throwable thrown) {
        long id = nextId();
        LOGGER.info(template, id, text(id), LineFormat.items(id), thrown);
    }

    /** How many lines were logged. */
    final long sequence() {
        return sequence;
    }

    /** The number of the next line. */
    final long nextId() {
        return firstId + sequence++;
    }

    /** The second argument of a line. */
    final String text(long id) {
        return texts[LineFormat.kindOfText(id)];
    }
}
