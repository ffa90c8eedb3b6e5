package dev.millrace.layout.pattern;

import dev.millrace.event.ExhaustedException;
import dev.millrace.event.Utf8Buffer;

/**
 * The chars of a range of UTF-8 bytes, for a regular expression to read, but not for ever: whoever reads more than
 * {@link #STEPS} + {@link #STEPS_PER_CHAR} × length chars gets {@link ExhaustedException}. Reused from text to text.
 */
final class BoundedText implements CharSequence {
    /** Chars that may be read of any text, in some tenths of a second: a search for addresses beside a token of 2 KB. */
    static final long STEPS = 10_000_000;

    /** Chars that may be read for each char of a text. */
    static final long STEPS_PER_CHAR = 100;

    /** Room for so many chars is kept from text to text. */
    static final int KEPT_CHARS = 1 << 20;

    private char[] chars = new char[256];
    private int length;
    private long stepsLeft;

    /** Takes the bytes of a buffer from {@code start} on, which are valid UTF-8. */
    void read(Utf8Buffer from, int start) {
        byte[] bytes = from.bytes();
        int end = from.length();
        if (chars.length < end - start) {
            chars = new char[Math.max(end - start, (int) Math.min(chars.length * 2L, Integer.MAX_VALUE - 8))];
        }
        int to = 0;
        int at = start;
        while (at < end) {
            int b = bytes[at];
            if (b >= 0) {
                chars[to++] = (char) b;
                at++;
            } else {
                int bits = (b & 0xff) < 0xe0 ? 1 : (b & 0xff) < 0xf0 ? 2 : 3;
                int codePoint = b & (0x3f >> bits);
                for (int i = 1; i <= bits && at + i < end; i++) {
                    codePoint = codePoint << 6 | (bytes[at + i] & 0x3f);
                }
                at += bits + 1;
                to += Character.toChars(Character.isValidCodePoint(codePoint) ? codePoint : '?', chars, to);
            }
        }
        length = to;
        stepsLeft = STEPS + STEPS_PER_CHAR * to;
    }

    /** Gives back the room that a very long text took. */
    void shrink() {
        if (chars.length > KEPT_CHARS) {
            chars = new char[256];
            length = 0;
        }
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (--stepsLeft < 0) {
            throw new ExhaustedException("the regular expression takes too many steps");
        }
        return chars[index];
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new String(chars, from, to - from);
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }
}
