package dev.millrace.layout;

import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;

/** Where we print something else than Logback, on purpose: the rows of the guide's table, which has the reasons. */
enum KnownDifference {
    NO_SUCH_ZONE,
    DATE_PADDING,
    DATE_NOT_PRINTABLE,
    DATE_BELOW_MILLISECONDS,
    SURROGATE_HALVES,
    REGEX_INVALID,
    REGEX_REPLACEMENT,
    REGEX_BOUNDED,
    CALLER_BELOW_ZERO,
    MASK_WITHOUT_KEYS,
    PROPERTY_WITHOUT_NAME,
    WIDTH_BOUNDED,
    NESTING_BOUNDED,
    MARKER_OF_MARKER,
    PACKAGING_INLINE;

    /** How the guide names it. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The difference that a problem which we reported stands for; null when it stands for none. */
    static KnownDifference of(String problem) {
        if (problem.startsWith(LayoutProblem.BAD_ZONE)) {
            return NO_SUCH_ZONE;
        }
        if (problem.startsWith(LayoutProblem.TOO_WIDE)) {
            return WIDTH_BOUNDED;
        }
        if (problem.startsWith(LayoutProblem.REGEX_GIVEN_UP) || problem.contains(" repetitions)")) {
            return REGEX_BOUNDED;
        }
        if (problem.contains("] is no regular expression that can be used (")) {
            return REGEX_INVALID;
        }
        if (problem.contains("] is no replacement (")) {
            return REGEX_REPLACEMENT;
        }
        if (problem.contains("padding between adjoining numbers")) {
            return DATE_PADDING;
        }
        if (problem.contains("] starts below 0;")) {
            return CALLER_BELOW_ZERO;
        }
        if (problem.contains("no key is named;")) {
            return MASK_WITHOUT_KEYS;
        }
        if (problem.contains("the key is empty;")) {
            return PROPERTY_WITHOUT_NAME;
        }
        return problem.contains("groups are nested deeper than") ? NESTING_BOUNDED : null;
    }

    /** The difference that explains why Logback did not print; null when none does. */
    static KnownDifference of(List<String> problems, RuntimeException failure) {
        for (String problem : problems) {
            KnownDifference difference = of(problem);
            if (difference != null) {
                return difference;
            }
        }
        return failure instanceof DateTimeException ? DATE_NOT_PRINTABLE : null;
    }
}
