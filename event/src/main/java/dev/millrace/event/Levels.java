package dev.millrace.event;

/**
 * Levels as SLF4J's integers, and their names.
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

    private Levels() {}

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
