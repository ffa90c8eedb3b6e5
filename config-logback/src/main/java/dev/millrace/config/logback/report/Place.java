package dev.millrace.config.logback.report;

/**
 * A line of a configuration.
 *
 * @param source what was read, for people
 * @param line the line, from 1
 * @since 0.1.0
 */
public record Place(String source, int line) {
    /** As compilers write it: {@code /app/logback.xml:12}. */
    @Override
    public String toString() {
        return source + ":" + line;
    }
}
