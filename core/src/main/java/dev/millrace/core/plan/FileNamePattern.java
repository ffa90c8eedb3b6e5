package dev.millrace.core.plan;

import java.time.ZoneId;
import java.util.List;

/**
 * The name of a rolling file: literal text, dates and an index, as a dialect's reader has understood it.
 *
 * @param parts its parts in order
 * @since 0.1.0
 */
public record FileNamePattern(List<Part> parts) {
    /** Copies the list. */
    public FileNamePattern {
        parts = List.copyOf(parts);
    }

    /** The date that decides when a file is rolled; null when there is none. */
    public Date primaryDate() {
        for (Part part : parts) {
            if (part instanceof Date date && date.primary()) {
                return date;
            }
        }
        return null;
    }

    /** Whether it contains a date. */
    public boolean hasDate() {
        return has(Date.class);
    }

    /** Whether it contains an index. */
    public boolean hasIndex() {
        return has(Index.class);
    }

    private boolean has(Class<? extends Part> kind) {
        for (Part part : parts) {
            if (kind.isInstance(part)) {
                return true;
            }
        }
        return false;
    }

    /** A part of a file name. */
    public sealed interface Part {}

    /** Text that stands in every name. */
    public record Literal(String text) implements Part {}

    /**
     * A date.
     *
     * @param pattern a pattern that {@link java.time.format.DateTimeFormatter} takes
     * @param zone the zone it is printed in; null for the JVM's
     * @param primary whether it decides when a file is rolled
     */
    public record Date(String pattern, ZoneId zone, boolean primary) implements Part {}

    /**
     * The index of a file.
     *
     * @param minDigits shorter numbers are filled up with zeros
     */
    public record Index(int minDigits) implements Part {}
}
