package dev.millrace.core.roll;

import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FileNames;
import dev.millrace.layout.time.DateText;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Pattern;

/** Makes file names out of a pattern, and finds the index in names that were made. Immutable. */
final class ArchiveNames {
    private final List<FileNamePattern.Part> parts;
    private final DateTimeFormatter[] formatters;
    private final String ending;

    /** Names that end with {@code ending}. */
    ArchiveNames(FileNamePattern pattern, String ending) {
        this.parts = pattern.parts();
        this.formatters = new DateTimeFormatter[parts.size()];
        for (int i = 0; i < formatters.length; i++) {
            if (parts.get(i) instanceof FileNamePattern.Date date) {
                ZoneId zone = date.zone() == null ? DateText.zoneOf(TimeZone.getDefault()) : date.zone();
                formatters[i] = DateTimeFormatter.ofPattern(date.pattern())
                        .withZone(zone)
                        .withLocale(Locale.getDefault());
            }
        }
        this.ending = ending;
    }

    /** The file of a moment and an index. */
    Path path(long millis, int index) {
        return Path.of(text(millis, index)).toAbsolutePath();
    }

    private String text(long millis, int index) {
        StringBuilder text = new StringBuilder(64);
        for (int i = 0; i < formatters.length; i++) {
            if (parts.get(i) instanceof FileNamePattern.Index padded) {
                String digits = Integer.toString(index);
                text.append("0".repeat(Math.max(0, padded.minDigits() - digits.length())))
                        .append(digits);
            } else {
                text.append(fixed(i, millis));
            }
        }
        return text.append(ending).toString();
    }

    private String fixed(int part, long millis) {
        if (parts.get(part) instanceof FileNamePattern.Literal literal) {
            return literal.text();
        }
        return FileNames.sayable(formatters[part].format(Instant.ofEpochMilli(millis)));
    }

    /** What the last names of all files of a moment match; the first group is the index. */
    Pattern lastNames(long millis) {
        // A slash that a date prints divides folders as any other; an index never prints one.
        StringBuilder expression = new StringBuilder(64);
        for (int i = 0; i < formatters.length; i++) {
            if (parts.get(i) instanceof FileNamePattern.Index) {
                expression.append("(\\d+)");
                continue;
            }
            String text = fixed(i, millis);
            int slash = text.lastIndexOf('/');
            if (slash >= 0) {
                expression.setLength(0);
            }
            expression.append(Pattern.quote(text.substring(slash + 1)));
        }
        return Pattern.compile(expression + Pattern.quote(ending));
    }

    /** The last name of a file, with a text in place of its index. */
    String lastNameWith(String indexText) {
        StringBuilder text = new StringBuilder(64);
        for (int i = 0; i < formatters.length; i++) {
            text.append(parts.get(i) instanceof FileNamePattern.Index ? indexText : fixed(i, 0));
        }
        return text.substring(text.lastIndexOf("/") + 1);
    }

    /** Whether files of different moments may lie in different folders. */
    boolean spreadOverFolders() {
        boolean dated = false;
        for (FileNamePattern.Part part : parts) {
            if (part instanceof FileNamePattern.Date date) {
                dated = true;
                if (date.primary() && date.pattern().indexOf('/') >= 0) {
                    return true;
                }
            } else if (dated
                    && part instanceof FileNamePattern.Literal literal
                    && literal.text().indexOf('/') >= 0) {
                return true;
            }
        }
        return false;
    }

    /** The folder that all files lie in or below. */
    Path base() {
        StringBuilder fixed = new StringBuilder();
        for (FileNamePattern.Part part : parts) {
            if (!(part instanceof FileNamePattern.Literal literal)) {
                break;
            }
            fixed.append(literal.text());
        }
        return Path.of(fixed.substring(0, fixed.lastIndexOf("/") + 1)).toAbsolutePath();
    }

    /** Number of folders between {@link #base()} and a file, at most. */
    int depth() {
        long slashes = 0;
        boolean literalOnly = true;
        for (FileNamePattern.Part part : parts) {
            if (part instanceof FileNamePattern.Literal literal) {
                slashes += literalOnly ? 0 : count(literal.text());
            } else {
                literalOnly = false;
                slashes += part instanceof FileNamePattern.Date date ? count(date.pattern()) : 0;
            }
        }
        return (int) slashes;
    }

    private static long count(String text) {
        return text.chars().filter(c -> c == '/').count();
    }
}
