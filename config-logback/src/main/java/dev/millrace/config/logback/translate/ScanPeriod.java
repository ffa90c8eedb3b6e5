package dev.millrace.config.logback.translate;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A period as the attribute {@code scanPeriod} writes it: a number, and a unit that is milliseconds when it is left out. */
final class ScanPeriod {
    static final long DEFAULT_MILLIS = 60_000;

    private static final Pattern GRAMMAR = Pattern.compile(
            "([0-9]+(?:[.e][0-9]+)?|\\.[0-9]+)\\s*(milli(?:second)?|seconde?|minute|hour|day|)s?",
            Pattern.CASE_INSENSITIVE);

    private ScanPeriod() {}

    /** Its milliseconds; -1 when it is no period. */
    static long millis(String text) {
        Matcher matcher = GRAMMAR.matcher(text);
        if (!matcher.matches()) {
            return -1;
        }
        return (long) (Double.parseDouble(matcher.group(1)) * unitMillis(matcher.group(2)));
    }

    private static double unitMillis(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "second", "seconde" -> 1_000;
            case "minute" -> 60_000;
            case "hour" -> 3_600_000;
            case "day" -> 86_400_000;
            default -> 1;
        };
    }
}
