package dev.millrace.event;

import java.util.Arrays;

/**
 * A growing array of UTF-8 bytes that layouts render into. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Utf8Buffer {
    private byte[] bytes;
    private int length;

    /** Creates a buffer with room for {@code capacity} bytes. */
    public Utf8Buffer(int capacity) {
        bytes = new byte[capacity];
    }

    /** The array; bytes from 0 to {@link #length()} are valid. Another array after growth. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of valid bytes. */
    public int length() {
        return length;
    }

    /** Sets the number of valid bytes, after bytes were written straight into {@link #bytes()}, or to cut. */
    public void length(int newLength) {
        length = newLength;
    }

    /** Makes room for {@code more} bytes and returns the array, so that a writer may fill it from {@link #length()} on. */
    public byte[] ensure(int more) {
        if (bytes.length - length < more) {
            grow(more);
        }
        return bytes;
    }

    private void grow(int more) {
        long wanted = Math.max(bytes.length * 2L, (long) length + more);
        if ((long) length + more > Integer.MAX_VALUE - 8) {
            throw new OutOfMemoryError("a buffer of " + ((long) length + more) + " bytes");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }

    /** Appends one byte. */
    public void put(int value) {
        if (length == bytes.length) {
            grow(1);
        }
        bytes[length++] = (byte) value;
    }

    /** Appends a range of bytes. */
    public void put(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    /** Appends all of an array. */
    public void put(byte[] source) {
        put(source, 0, source.length);
    }

    /** Appends a string that is known to be ASCII; of other chars only the low eight bits are written. */
    public void putAscii(String text) {
        int count = text.length();
        ensure(count);
        Utf8.copyAscii(text, count, bytes, length);
        length += count;
    }

    /** Appends a string in UTF-8; a lone surrogate becomes '?'. */
    public void putUtf8(String text) {
        int count = text.length();
        if (Utf8.isAscii(text, count)) {
            putAscii(text);
            return;
        }
        long encoded = Utf8.lengthOf(text);
        ensure((int) Math.min(encoded, Integer.MAX_VALUE));
        length = Utf8.encode(text, bytes, length, bytes.length);
    }

    /** Appends any chars in UTF-8; a lone surrogate becomes '?'. */
    public void putUtf8(CharSequence text) {
        putUtf8(text.toString());
    }

    /** Appends one char in UTF-8; a surrogate becomes '?'. */
    public void putChar(char value) {
        ensure(3);
        if (value < 0x80) {
            bytes[length++] = (byte) value;
        } else if (value < 0x800) {
            bytes[length++] = (byte) (0xc0 | (value >> 6));
            bytes[length++] = (byte) (0x80 | (value & 0x3f));
        } else if (Character.isSurrogate(value)) {
            bytes[length++] = '?';
        } else {
            bytes[length++] = (byte) (0xe0 | (value >> 12));
            bytes[length++] = (byte) (0x80 | ((value >> 6) & 0x3f));
            bytes[length++] = (byte) (0x80 | (value & 0x3f));
        }
    }

    /** Appends decimal digits as {@code Integer.toString} prints them. */
    public void putInt(int value) {
        putLong(value);
    }

    /** Appends decimal digits as {@code Long.toString} prints them. */
    public void putLong(long value) {
        ensure(Digits.MAX_LONG_BYTES);
        length = Digits.put(bytes, length, value);
    }

    /** Appends what {@code Double.toString} prints. */
    public void putDouble(double value) {
        putAscii(Double.toString(value));
    }

    /** Appends what {@code Float.toString} prints. */
    public void putFloat(float value) {
        putAscii(Float.toString(value));
    }

    /** Appends {@code true} or {@code false}. */
    public void putBoolean(boolean value) {
        putAscii(value ? "true" : "false");
    }

    /** Appends a UUID of these halves as {@code UUID.toString} prints it. */
    public void putUuid(long mostSignificant, long leastSignificant) {
        ensure(36);
        int at = Digits.putHex(bytes, length, mostSignificant >>> 32, 8);
        bytes[at++] = '-';
        at = Digits.putHex(bytes, at, mostSignificant >>> 16, 4);
        bytes[at++] = '-';
        at = Digits.putHex(bytes, at, mostSignificant, 4);
        bytes[at++] = '-';
        at = Digits.putHex(bytes, at, leastSignificant >>> 48, 4);
        bytes[at++] = '-';
        length = Digits.putHex(bytes, at, leastSignificant, 12);
    }
}
