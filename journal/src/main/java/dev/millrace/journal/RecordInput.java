package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * What a {@link Codec} reads a record from, in the order in which it was written. Reading behind the record's end, or a
 * length that cannot be, is an {@link IllegalArgumentException}. Not thread-safe, and valid during the call only.
 *
 * @since 0.1.0
 */
public final class RecordInput {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_VAR_SHIFT = 63;

    private byte[] bytes = new byte[0];
    private char[] chars = new char[64];
    private int at;
    private int end;

    RecordInput() {}

    void wrap(byte[] source, int offset, int length) {
        bytes = source;
        at = offset;
        end = offset + length;
    }

    private int take(int count) {
        int from = at;
        if (count < 0 || count > end - from) {
            throw new IllegalArgumentException(
                    "the record ends before its value: wantedBytes=" + count + ", remainingBytes=" + (end - from));
        }
        at = from + count;
        return from;
    }

    /** Bytes that have not been read. */
    public int remaining() {
        return end - at;
    }

    /** Reads one byte. */
    public byte getByte() {
        return bytes[take(1)];
    }

    /** Reads one byte; true unless it is 0. */
    public boolean getBoolean() {
        return getByte() != 0;
    }

    /** Reads four bytes. */
    public int getInt() {
        return (int) INT.get(bytes, take(Integer.BYTES));
    }

    /** Reads eight bytes. */
    public long getLong() {
        return (long) LONG.get(bytes, take(Long.BYTES));
    }

    /** Reads eight bytes. */
    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /** Reads what {@link RecordOutput#putVarLong} wrote. */
    public long getVarLong() {
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = 0;
        for (int shift = 0; shift <= MAX_VAR_SHIFT; shift += 7) {
            byte next = getByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than ten bytes");
    }

    /** Reads a text; null when null was written. */
    public String getText() {
        int length = length();
        return length < 0 ? null : new String(bytes, take(length), length, StandardCharsets.UTF_8);
    }

    /** Reads a text into {@code to}, which is emptied first: no garbage for ASCII. False when null was written. */
    public boolean getText(StringBuilder to) {
        to.setLength(0);
        int length = length();
        if (length < 0) {
            return false;
        }
        int from = take(length);
        if (chars.length < length) {
            chars = new char[Math.max(length, 2 * chars.length)];
        }
        int all = 0;
        for (int index = 0; index < length; index++) {
            byte next = bytes[from + index];
            chars[index] = (char) next;
            all |= next;
        }
        if (all < 0) {
            to.append(new String(bytes, from, length, StandardCharsets.UTF_8));
        } else {
            to.append(chars, 0, length);
        }
        return true;
    }

    /** Reads a text into {@code to}: no garbage for ASCII, and the fastest way. False when null was written; the text is empty then. */
    public boolean getText(Text to) {
        int length = length();
        if (length < 0) {
            to.clear();
            return false;
        }
        to.set(bytes, take(length), length);
        return true;
    }

    /** Reads an array; null when null was written. */
    public byte[] getBytes() {
        int length = length();
        if (length < 0) {
            return null;
        }
        byte[] array = new byte[length];
        System.arraycopy(bytes, take(length), array, 0, length);
        return array;
    }

    /** Reads an instant; null when null was written. */
    public Instant getInstant() {
        int nanos = getInt();
        return nanos < 0 ? null : Instant.ofEpochSecond(getLong(), nanos);
    }

    private int length() {
        long length = getVarLong() - 1;
        if (length < -1 || length > end - at) {
            throw new IllegalArgumentException(
                    "a length that cannot be: lengthBytes=" + length + ", remainingBytes=" + (end - at));
        }
        return (int) length;
    }
}
