package dev.millrace.event;

/**
 * Levels as SLF4J's integers, and their names; the five of events also as indexes, 0 (TRACE) to 4 (ERROR).
 *
 * @since 0.1.0
 */
public final class Levels {
    public static final int ALL = Integer.MIN_VALUE;
    public static final int TRACE = 0;
    public static final int DEBUG = 10;
    public static final int INFO = 20;
    public static final int WARN = 30;
    public static final int ERROR = 40;
    public static final int OFF = Integer.MAX_VALUE;

    /** Number of indexes. */
    public static final int COUNT = 5;

    private static final int STEP = 10;

    private Levels() {}

    /** The index of a level; levels between are counted with the next lower one. */
    public static int indexOf(int level) {
        return Math.max(0, Math.min(COUNT - 1, level / STEP));
    }

    /** The name of the level with that index. */
    public static String nameAt(int index) {
        return name(index * STEP);
    }

    /** The upper-case name of a level. */
    public static String name(int level) {
        return switch (level) {
            case ALL -> "ALL";
            case TRACE -> "TRACE";
            case DEBUG -> "DEBUG";
            case INFO -> "INFO";
            case WARN -> "WARN";
            case ERROR -> "ERROR";
            case OFF -> "OFF";
            default -> throw new IllegalArgumentException("no such level: " + level);
        };
    }
}
