package dev.millrace.event;

/**
 * A text for a regular expression to read, but not for ever: every step of {@code java.util.regex} reads a char, and
 * whoever reads more than {@link #STEPS} + {@link #STEPS_PER_CHAR} × length of them gets {@link ExhaustedException}.
 */
final class BoundedChars implements CharSequence {
    /** Chars that may be read of any text: some milliseconds. */
    static final long STEPS = 250_000;

    /** Chars that may be read for each char of a text. */
    static final long STEPS_PER_CHAR = 50;

    private final String text;
    private long stepsLeft;

    BoundedChars(String text) {
        this.text = text;
        this.stepsLeft = STEPS + STEPS_PER_CHAR * text.length();
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (--stepsLeft < 0) {
            throw new ExhaustedException("the regular expression takes too many steps");
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return text.substring(from, to);
    }

    @Override
    public String toString() {
        return text;
    }
}
