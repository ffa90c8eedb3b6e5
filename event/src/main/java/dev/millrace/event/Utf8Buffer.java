package dev.millrace.event;

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
        bytes = java.util.Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
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
}
