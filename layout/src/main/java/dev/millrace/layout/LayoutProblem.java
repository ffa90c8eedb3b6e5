package dev.millrace.layout;

/**
 * The keys under which layouts tell {@link LayoutContext#problems()} what they could not understand. Keys are stable:
 * status codes are attached to them.
 *
 * @since 0.1.0
 */
public final class LayoutProblem {
    /** The pattern is null or empty; nothing is printed. */
    public static final String EMPTY_PATTERN = "empty-pattern";

    /** The pattern cannot be read at all; nothing is printed. */
    public static final String BROKEN_PATTERN = "broken-pattern";

    /** A closing parenthesis without an opening one; the pattern ends there. */
    public static final String STRAY_PARENTHESIS = "stray-parenthesis";

    /** A conversion word that does not exist; {@code %PARSER_ERROR[word]} is printed. */
    public static final String UNKNOWN_WORD = "unknown-word";

    /** A word's option that cannot be used; the word's default takes its place. */
    public static final String BAD_OPTION = "bad-option";

    /** A date pattern that cannot be used; the ISO 8601 one takes its place. */
    public static final String BAD_DATE_PATTERN = "bad-date-pattern";

    /** A time zone that does not exist; the system's takes its place. */
    public static final String BAD_ZONE = "bad-zone";

    /** A minimum width beyond any use; it is cut. */
    public static final String TOO_WIDE = "too-wide";

    /** A regular expression or its replacement that cannot be used; the text stays as it is. */
    public static final String BAD_REGEX = "bad-regex";

    /** A regular expression that did not come to an end in time; this text stays as it is, others are tried again. */
    public static final String REGEX_GIVEN_UP = "regex-given-up";

    private LayoutProblem() {}
}
