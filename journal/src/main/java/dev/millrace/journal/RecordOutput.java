package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * What a {@link Codec} writes a record into. Numbers are little-endian; texts are UTF-8 behind their length. Not
 * thread-safe, and valid during the call only.
 *
 * @since 0.1.0
 */
public final class RecordOutput {
    private static final int FIRST_BYTES = 256;
    private static final int MAX_VAR_BYTES = 10;
    private static final int MAX_ONE_BYTE = 0x7F;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    RecordOutput() {}

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** What it holds on to. */
    int heldBytes() {
        return bytes.length;
    }

    void clear() {
        length = 0;
    }

    private int room(int count) {
        int at = length;
        if (count > bytes.length - at) {
            bytes = Arrays.copyOf(bytes, Math.max(at + count, 2 * bytes.length));
        }
        length = at + count;
        return at;
    }

    /** Writes one byte. */
    public void putByte(byte value) {
        int at = room(1);
        bytes[at] = value;
    }

    /** Writes 1 or 0. */
    public void putBoolean(boolean value) {
        putByte((byte) (value ? 1 : 0));
    }

    /** Writes four bytes. */
    public void putInt(int value) {
        int at = room(Integer.BYTES);
        INT.set(bytes, at, value);
    }

    /** Writes eight bytes. */
    public void putLong(long value) {
        int at = room(Long.BYTES);
        LONG.set(bytes, at, value);
    }

    /** Writes eight bytes. */
    public void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    /** Writes as few bytes as the value needs: one below 128, ten for negative ones. */
    public void putVarLong(long value) {
        if ((value & ~0x7FL) == 0) {
            putByte((byte) value);
            return;
        }
        int start = room(MAX_VAR_BYTES);
        int at = start;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        length = at;
    }

    /** Writes a text; null is kept apart from an empty one. */
    public void putText(CharSequence text) {
        if (text == null) {
            putVarLong(0);
            return;
        }
        if (text instanceof String string) {
            putString(string);
        } else if (text instanceof Text read && read.asciiBytes() != null) {
            putVarLong(read.length() + 1L);
            put(read.asciiBytes(), read.length());
        } else {
            putChars(text);
        }
    }

    private void putChars(CharSequence text) {
        int count = text.length();
        int start = length;
        putVarLong(count + 1L);
        int at = room(count);
        byte[] to = bytes;
        for (int index = 0; index < count; index++) {
            char c = text.charAt(index);
            if (c >= 0x80) {
                length = start;
                putString(text.toString());
                return;
            }
            to[at + index] = (byte) c;
        }
    }

    private void putString(String text) {
        if (!Ascii.isAscii(text)) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            putVarLong(encoded.length + 1L);
            put(encoded, encoded.length);
            return;
        }
        int count = text.length();
        int at = length;
        if (count < MAX_ONE_BYTE && count < bytes.length - at) {
            // Most texts: one look at the room for both.
            bytes[at++] = (byte) (count + 1);
            length = at + count;
        } else {
            putVarLong(count + 1L);
            at = room(count);
        }
        Ascii.copy(text, count, bytes, at);
    }

    /** Writes an array behind its length; null is kept apart from an empty one. */
    public void putBytes(byte[] array) {
        if (array == null) {
            putVarLong(0);
        } else {
            putVarLong(array.length + 1L);
            put(array, array.length);
        }
    }

    /** Writes an instant to the nanosecond; null is kept. */
    public void putInstant(Instant instant) {
        if (instant == null) {
            putInt(-1);
        } else {
            putInt(instant.getNano());
            putLong(instant.getEpochSecond());
        }
    }

    private void put(byte[] array, int count) {
        int at = room(count);
        System.arraycopy(array, 0, bytes, at, count);
    }
}
