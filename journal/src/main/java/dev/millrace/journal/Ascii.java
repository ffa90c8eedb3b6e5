package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Texts of nothing but ASCII are most texts, and their bytes are their chars: they are moved eight at a time. */
final class Ascii {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Ascii() {}

    /** Whether the first chars are all below 0x80. Taken from a copy: one call for each char of a String costs more. */
    static boolean isAscii(char[] chars, int length) {
        int all = 0;
        for (int index = 0; index < length; index++) {
            all |= chars[index];
        }
        return all < 0x80;
    }

    /** Copies the chars of an ASCII text: the one bulk copy out of a String that allocates nothing. */
    @SuppressWarnings("deprecation") // It drops the high bytes, and an ASCII text has none.
    static void copy(String text, int length, byte[] to, int at) {
        text.getBytes(0, length, to, at);
    }

    /** Copies bytes to the start of {@code to}, which has room for them; false when some are not ASCII. */
    static boolean copy(byte[] from, int at, int length, byte[] to) {
        long all = 0;
        int index = 0;
        for (int end = length - (Long.BYTES - 1); index < end; index += Long.BYTES) {
            long eight = (long) LONG.get(from, at + index);
            LONG.set(to, index, eight);
            all |= eight;
        }
        for (; index < length; index++) {
            byte one = from[at + index];
            to[index] = one;
            all |= one;
        }
        return (all & HIGH_BITS) == 0;
    }
}
