package dev.millrace.cli.select;

import dev.millrace.event.Levels;
import java.util.Locale;

/**
 * Levels from one to another: {@code warn} for that and the more severe, {@code info..warn} for a range.
 *
 * @param lowest of {@link Levels}
 * @param highest of {@link Levels}
 * @since 0.1.0
 */
public record LevelRange(int lowest, int highest) {
    /** Every level. */
    public static final LevelRange ALL = new LevelRange(Levels.TRACE, Levels.ERROR);

    /**
     * Reads a range.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static LevelRange parse(String text) {
        int dots = text.indexOf("..");
        int lowest = level(dots < 0 ? text : text.substring(0, dots), text);
        int highest = dots < 0 ? Levels.ERROR : level(text.substring(dots + 2), text);
        return new LevelRange(Math.min(lowest, highest), Math.max(lowest, highest));
    }

    private static int level(String name, String text) {
        return switch (name.trim().toLowerCase(Locale.ROOT)) {
            case "trace" -> Levels.TRACE;
            case "debug" -> Levels.DEBUG;
            case "info" -> Levels.INFO;
            case "warn", "warning" -> Levels.WARN;
            case "error", "err" -> Levels.ERROR;
            default ->
                throw new IllegalArgumentException(
                        "no level: " + text + " (trace, debug, info, warn, error, or two of them as info..warn)");
        };
    }
}
