package dev.millrace.config.logback.translate;

import dev.millrace.event.Levels;
import java.util.Locale;

/** The names of levels. */
final class LevelNames {
    /** What no level is. */
    static final int UNKNOWN = -1;

    private LevelNames() {}

    /** The level of a name in any case, with white space around it, or {@link #UNKNOWN}. */
    static int levelOf(String name) {
        return switch (name.trim().toUpperCase(Locale.ROOT)) {
            case "ALL" -> Levels.ALL;
            case "TRACE" -> Levels.TRACE;
            case "DEBUG" -> Levels.DEBUG;
            case "INFO" -> Levels.INFO;
            case "WARN" -> Levels.WARN;
            case "ERROR" -> Levels.ERROR;
            case "OFF" -> Levels.OFF;
            default -> UNKNOWN;
        };
    }

    /** Whether a text asks a logger to take its level from its parent. */
    static boolean isInherited(String text) {
        return "INHERITED".equalsIgnoreCase(text) || "NULL".equalsIgnoreCase(text);
    }
}
