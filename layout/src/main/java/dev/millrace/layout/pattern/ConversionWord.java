package dev.millrace.layout.pattern;

/**
 * What a conversion word means: the instructions it becomes. Made for one use of the word, of which it may keep
 * something.
 */
interface ConversionWord {
    /** Adds the word's instructions. */
    void compile(PatternNode use, ProgramBuilder program);

    /** Whether the word may stand before a parenthesis. */
    default boolean takesChildren() {
        return false;
    }

    /** What {@code %prefix} prints before a use of the word; null for nothing. */
    default String label(PatternNode use) {
        return null;
    }

    /** Whether the word decides about throwables, so that no stack trace is appended to the pattern. */
    default boolean handlesThrowable() {
        return false;
    }
}
