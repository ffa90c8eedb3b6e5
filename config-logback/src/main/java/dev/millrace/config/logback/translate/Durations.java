package dev.millrace.config.logback.translate;

import dev.millrace.core.status.StatusCode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a length of time: a number and a unit, which is milliseconds when it is left out; {@code 500},
 * {@code 2.5 seconds}, {@code 30 minutes}. Which numbers there are depends on who reads it.
 */
final class Durations {
    private static final String OF_OPTION = "([0-9]{0,15}(?:\\.[0-9]{1,9})?)";
    private static final String OF_SCAN = "([0-9]+(?:[.e][0-9]+)?|\\.[0-9]+)";
    private static final String UNIT = "\\s*(milli(?:second)?|seconde?|minute|hour|day|)s?";

    private static final long NONE = -1;

    private Durations() {}

    /** The option in milliseconds; what it was before when it is no length of time. */
    static long millis(Option option, long before, Translation translation) {
        if (option.value() == null) {
            return before;
        }
        long millis = millis(OF_OPTION, option.value().trim());
        if (millis != NONE) {
            return millis;
        }
        translation.report(
                StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> is no length of time such as \"30 minutes\" but \"" + option.value()
                        + "\"; it is ignored");
        return before;
    }

    /** The milliseconds of the attribute {@code scanPeriod}; -1 when it is no period. */
    static long scanMillis(String text) {
        return millis(OF_SCAN, text);
    }

    private static long millis(String number, String text) {
        Matcher matcher =
                Pattern.compile(number + UNIT, Pattern.CASE_INSENSITIVE).matcher(text);
        if (!matcher.matches() || matcher.group(1).isEmpty()) {
            return NONE;
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
