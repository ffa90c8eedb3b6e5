package dev.millrace.layout.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.TimeZone;

/** Formats seconds by a pattern: through {@link NumericDate} where that is possible, else as the JDK does. */
final class Formats {
    private final String pattern;
    /** Null for {@link #system}. */
    private final ZoneId zone;

    private final Locale locale;
    private final TimeZone system;
    private final NumericDate numeric;
    private DateTimeFormatter formatter;
    private DateTimeFormatter fallback;

    private Formats(String pattern, ZoneId zone, Locale locale, TimeZone system) {
        this.pattern = pattern;
        this.zone = zone;
        this.locale = locale;
        this.system = system;
        this.numeric = zone == null ? NumericDate.of(pattern, system) : null;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when the pattern is invalid
     */
    static Formats of(String pattern, ZoneId zone, Locale locale, TimeZone system) {
        Formats formats = new Formats(pattern, zone, locale, system);
        if (formats.numeric == null) {
            formats.formatter();
        }
        return formats;
    }

    String format(long epochSecond, int nanos) {
        if (numeric != null && NumericDate.covers(epochSecond)) {
            return numeric.format(epochSecond, nanos);
        }
        Instant instant = Instant.ofEpochSecond(epochSecond, nanos);
        try {
            return formatter().format(instant);
        } catch (DateTimeException | ArithmeticException e) {
            // A width that a value outgrows ("pd" on the tenth): a date that reads otherwise is better than none.
            return fallback().format(instant);
        }
    }

    private DateTimeFormatter formatter() {
        if (formatter == null) {
            formatter = formatter(pattern, locale);
        }
        return formatter;
    }

    private DateTimeFormatter fallback() {
        if (fallback == null) {
            fallback = formatter(DateText.ISO8601_PATTERN, Locale.ROOT);
        }
        return fallback;
    }

    private DateTimeFormatter formatter(String ofPattern, Locale ofLocale) {
        ZoneId in = zone == null ? DateText.zoneOf(system) : zone;
        try {
            return DateTimeFormatter.ofPattern(ofPattern).withZone(in).withLocale(ofLocale);
        } catch (ClassCastException e) {
            // What the JDK makes of padding between numbers that adjoin: "HppHmm".
            throw new IllegalArgumentException("padding between adjoining numbers", e);
        }
    }
}
