package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Texts of nothing but ASCII are most texts, and their bytes are their chars: they are moved eight at a time. */
final class Ascii {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Ascii() {}

    /**
     * Whether all chars are below 0x80. Chars of the String itself: a copy to look at costs more. The last eight may be
     * looked at twice in part, for the same reason as below.
     */
    static boolean isAscii(String text) {
        int last = text.length() - Long.BYTES;
        if (last < 0) {
            return isFewAscii(text);
        }
        int all = eight(text, 0) | eight(text, last);
        if (last > Long.BYTES) {
            all |= eight(text, Long.BYTES);
            // A loop's beginning and end cost as much as twenty chars: most texts do without.
            for (int index = 2 * Long.BYTES; index < last; index += Long.BYTES) {
                all |= eight(text, index);
            }
        }
        return all < 0x80;
    }

    private static int eight(String text, int at) {
        return text.charAt(at)
                | text.charAt(at + 1)
                | text.charAt(at + 2)
                | text.charAt(at + 3)
                | text.charAt(at + 4)
                | text.charAt(at + 5)
                | text.charAt(at + 6)
                | text.charAt(at + 7);
    }

    private static boolean isFewAscii(String text) {
        int all = 0;
        for (int index = 0, length = text.length(); index < length; index++) {
            all |= text.charAt(index);
        }
        return all < 0x80;
    }

    /** Copies the chars of an ASCII text: the one bulk copy out of a String that allocates nothing. */
    @SuppressWarnings("deprecation") // It drops the high bytes, and an ASCII text has none.
    static void copy(String text, int length, byte[] to, int at) {
        text.getBytes(0, length, to, at);
    }

    /**
     * Copies bytes to the start of {@code to}, which has room for them; false when some are not ASCII. The last eight
     * may be moved twice in part: a loop over single bytes would end at another one each time, and cost as much as all
     * others.
     */
    static boolean copy(byte[] from, int at, int length, byte[] to) {
        int last = length - Long.BYTES;
        if (last < 0) {
            return copyFew(from, at, length, to);
        }
        long all = (long) LONG.get(from, at + last);
        LONG.set(to, last, all);
        for (int index = 0; index < last; index += Long.BYTES) {
            long eight = (long) LONG.get(from, at + index);
            LONG.set(to, index, eight);
            all |= eight;
        }
        return (all & HIGH_BITS) == 0;
    }

    private static boolean copyFew(byte[] from, int at, int length, byte[] to) {
        int all = 0;
        for (int index = 0; index < length; index++) {
            byte one = from[at + index];
            to[index] = one;
            all |= one;
        }
        return all >= 0;
    }
}
