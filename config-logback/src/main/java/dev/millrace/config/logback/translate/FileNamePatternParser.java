package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FileNamePattern;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Reads the name pattern of a rolling file: text, {@code %d{pattern, aux, zone}} and {@code %i}. */
final class FileNamePatternParser {
    private static final String DEFAULT_DATE = "yyyy-MM-dd";
    private static final String AUXILIARY = "aux";

    private final String pattern;
    private final List<FileNamePattern.Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    private FileNamePatternParser(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when it is none; the message says why
     */
    static FileNamePattern parse(String pattern) {
        return new FileNamePatternParser(pattern.replace('\\', '/')).parts();
    }

    private FileNamePattern parts() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c == '%') {
                endLiteral();
                parts.add(conversion());
            } else {
                literal.append(c);
            }
        }
        endLiteral();
        return new FileNamePattern(parts);
    }

    private void endLiteral() {
        if (literal.length() > 0) {
            parts.add(new FileNamePattern.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private FileNamePattern.Part conversion() {
        int start = at - 1;
        while (at < pattern.length() && !Character.isJavaIdentifierStart(pattern.charAt(at))) {
            at++;
        }
        String modifier = pattern.substring(start + 1, at);
        int wordAt = at;
        while (at < pattern.length() && Character.isJavaIdentifierPart(pattern.charAt(at))) {
            at++;
        }
        String word = pattern.substring(wordAt, at);
        List<String> options = options();
        return switch (word) {
            case "d" -> date(options);
            case "i" -> new FileNamePattern.Index(minDigits(modifier));
            default ->
                throw new IllegalArgumentException(
                        "\"" + pattern.substring(start, at) + "\" is neither a date %d nor an index %i");
        };
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        if (at == pattern.length() || pattern.charAt(at) != '{') {
            return options;
        }
        int end = pattern.indexOf('}', at);
        if (end < 0) {
            throw new IllegalArgumentException("a \"{\" is not closed");
        }
        String text = pattern.substring(at + 1, end);
        at = end + 1;
        int from = 0;
        while (from <= text.length()) {
            int first = from;
            while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
                first++;
            }
            boolean quoted = first < text.length() && "'\"".indexOf(text.charAt(first)) >= 0;
            int close = quoted ? text.indexOf(text.charAt(first), first + 1) : -1;
            int comma = text.indexOf(',', close < 0 ? first : close);
            int stop = comma < 0 ? text.length() : comma;
            String option = close < 0 ? text.substring(first, stop).trim() : text.substring(first + 1, close);
            if (!option.isEmpty()) {
                options.add(option);
            }
            from = stop + 1;
        }
        return options;
    }

    private static FileNamePattern.Date date(List<String> options) {
        String date = options.isEmpty() ? DEFAULT_DATE : options.get(0);
        boolean primary = true;
        ZoneId zone = null;
        for (int i = 1; i < options.size(); i++) {
            if (options.get(i).equalsIgnoreCase(AUXILIARY)) {
                primary = false;
            } else {
                zone = zone(options.get(i));
            }
        }
        try {
            // Prints it once: some patterns are read and cannot be printed.
            String printed = DateTimeFormatter.ofPattern(date)
                    .withZone(zone == null ? ZoneOffset.UTC : zone)
                    .format(Instant.EPOCH);
            if (printed.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a date prints what no file name can contain");
            }
        } catch (DateTimeException | ClassCastException e) {
            throw new IllegalArgumentException("\"" + date + "\" prints no date: " + e.getMessage(), e);
        }
        return new FileNamePattern.Date(date, zone, primary);
    }

    private static ZoneId zone(String id) {
        try {
            return ZoneId.of(id);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no time zone \"" + id + "\"", e);
        }
    }

    private static int minDigits(String modifier) {
        String digits = modifier.startsWith("-") ? modifier.substring(1) : modifier;
        int dot = digits.indexOf('.');
        digits = dot < 0 ? digits : digits.substring(0, dot);
        try {
            return digits.isEmpty() ? 0 : Math.min(Integer.parseInt(digits), 18);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"%" + modifier + "i\" is no index", e);
        }
    }
}
