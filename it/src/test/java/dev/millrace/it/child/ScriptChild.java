package dev.millrace.it.child;

import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;

/** Logs events by chance, the same ones for the same seed, and closes. Arguments: seed, events, logger names. */
public final class ScriptChild {
    private static final Level[] LEVELS = Level.values();

    private ScriptChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[0]));
        int events = Integer.parseInt(args[1]);
        for (int i = 0; i < events; i++) {
            Logger logger = LoggerFactory.getLogger(args[2 + random.nextInt(args.length - 2)]);
            log(logger, LEVELS[random.nextInt(LEVELS.length)], random.nextInt(12), i);
        }
        LoggingEnd.close();
    }

    private static void log(Logger logger, Level level, int kind, int number) {
        switch (kind) {
            case 0 -> logger.atLevel(level).log("failed " + number, failure(number));
            case 1 -> {
                MDC.put("user", "u" + number % 7);
                logger.atLevel(level).log("with a user, number {}", number);
                MDC.remove("user");
            }
            case 2 ->
                logger.atLevel(level)
                        .addMarker(MarkerFactory.getMarker("AUDIT"))
                        .log("marked {}", number);
            case 3 -> logger.atLevel(level).addKeyValue("order", number).log("with a pair");
            case 4 -> logger.atLevel(level).log("zoë, {} € and 日本 %d {{}}", number, "a|b\tc");
            case 5 -> logger.atLevel(level).log("two lines\n of {}", number);
            default -> logger.atLevel(level).log("event {} of {}", number, kind);
        }
    }

    private static Exception failure(int number) {
        Exception cause = new IllegalArgumentException("cause " + number);
        return number % 2 == 0 ? cause : new IllegalStateException("outer " + number, cause);
    }
}
