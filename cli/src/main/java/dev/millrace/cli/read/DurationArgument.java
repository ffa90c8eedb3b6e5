package dev.millrace.cli.read;

import java.util.Set;

/** Which argument of a message template is a duration: the last one that a unit of time follows. */
final class DurationArgument {
    /** No argument. */
    static final int NONE = -1;

    private static final Set<String> UNITS = Set.of(
            "ns",
            "nanos",
            "nanoseconds",
            "us",
            "µs",
            "micros",
            "microseconds",
            "ms",
            "millis",
            "milliseconds",
            "s",
            "sec",
            "secs",
            "seconds");

    private DurationArgument() {}

    /** Index of the argument, from 0, or {@link #NONE}: 1 for {@code "{} took {} ms: {}"}. */
    static int of(String template) {
        int found = NONE;
        int argument = 0;
        for (int at = template.indexOf("{}"); at >= 0; at = template.indexOf("{}", at + 2)) {
            if (!isEscaped(template, at)) {
                if (isFollowedByUnit(template, at + 2)) {
                    found = argument;
                }
                argument++;
            }
        }
        return found;
    }

    /** As SLF4J sees it: a backslash escapes, unless it is escaped itself. */
    private static boolean isEscaped(String template, int at) {
        return at > 0 && template.charAt(at - 1) == '\\' && (at < 2 || template.charAt(at - 2) != '\\');
    }

    private static boolean isFollowedByUnit(String template, int from) {
        int start = from < template.length() && template.charAt(from) == ' ' ? from + 1 : from;
        int end = start;
        while (end < template.length() && Character.isLetter(template.charAt(end))) {
            end++;
        }
        return UNITS.contains(template.substring(start, end));
    }
}
