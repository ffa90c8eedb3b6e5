package dev.millrace.config.logback.translate;

import dev.millrace.core.status.StatusCode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a length of time: {@code 500}, {@code 2.5 seconds}, {@code 30 minutes}. */
final class Durations {
    private static final Pattern DURATION = Pattern.compile(
            "([0-9]{0,15}(?:\\.[0-9]{1,9})?)\\s*(|milli|millisecond|second|seconde|minute|hour|day)s?",
            Pattern.CASE_INSENSITIVE);

    private Durations() {}

    /** The option in milliseconds; what it was before when it is no length of time. */
    static long millis(Option option, long before, Translation translation) {
        if (option.value() == null) {
            return before;
        }
        Matcher matcher = DURATION.matcher(option.value().trim());
        if (matcher.matches() && !matcher.group(1).isEmpty()) {
            long unit =
                    switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                        case "second", "seconde" -> 1_000L;
                        case "minute" -> 60_000L;
                        case "hour" -> 3_600_000L;
                        case "day" -> 86_400_000L;
                        default -> 1L;
                    };
            return (long) (Double.parseDouble(matcher.group(1)) * unit);
        }
        translation.report(
                StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> is no length of time such as \"30 minutes\" but \"" + option.value()
                        + "\"; it is ignored");
        return before;
    }
}
