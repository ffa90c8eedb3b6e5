package dev.millrace.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A text that is read into again and again: {@link RecordInput#getText(Text)} fills it without garbage when it is ASCII,
 * and with one String when it is not.
 *
 * <p>Equal to another {@code Text} with the same chars, with the hash code of their String. It keeps a copy, so it stays
 * as it is until it is read into again. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Text implements CharSequence {
    private static final int FIRST_BYTES = 64;

    private byte[] ascii = new byte[FIRST_BYTES];
    private int length;

    /** The chars when they are not all ASCII, else null. */
    private String other;

    /** Creates an empty text. */
    public Text() {}

    void clear() {
        length = 0;
        other = null;
    }

    /** Takes UTF-8. */
    void set(byte[] utf8, int at, int lengthBytes) {
        if (lengthBytes > ascii.length) {
            ascii = new byte[Math.max(lengthBytes, 2 * ascii.length)];
        }
        if (Ascii.copy(utf8, at, lengthBytes, ascii)) {
            other = null;
            length = lengthBytes;
        } else {
            other = new String(utf8, at, lengthBytes, StandardCharsets.UTF_8);
            length = other.length();
        }
    }

    /** The bytes when all chars are ASCII, {@link #length()} of them; else null. */
    byte[] asciiBytes() {
        return other == null ? ascii : null;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (other != null) {
            return other.charAt(index);
        }
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException("index=" + index + ", length=" + length);
        }
        return (char) ascii[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    /** Whether it has the chars of that text, of whatever class. */
    public boolean contentEquals(CharSequence text) {
        return CharSequence.compare(this, text) == 0;
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof Text text) || text.length != length) {
            return false;
        }
        return other == null
                ? text.other == null && Arrays.equals(ascii, 0, length, text.ascii, 0, length)
                : other.equals(text.other);
    }

    @Override
    public int hashCode() {
        if (other != null) {
            return other.hashCode();
        }
        int hash = 0;
        for (int index = 0; index < length; index++) {
            hash = 31 * hash + ascii[index];
        }
        return hash;
    }

    @Override
    public String toString() {
        return other != null ? other : new String(ascii, 0, length, StandardCharsets.US_ASCII);
    }
}
