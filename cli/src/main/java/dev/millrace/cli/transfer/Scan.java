package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for a byte, eight at a time. */
final class Scan {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final long BLANKS = pattern(' ');
    private static final long QUOTE = pattern('"');
    private static final long BACKSLASH = pattern('\\');

    private Scan() {}

    /** That byte eight times, for {@link #indexOf}. */
    static long pattern(int wanted) {
        return (wanted & 0xffL) * LOW_BITS;
    }

    /** Where the byte of the pattern first is; {@code to} when it is not there. */
    static int indexOf(byte[] bytes, int from, int to, long pattern) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long found = zeros((long) LONG.get(bytes, at) ^ pattern);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && bytes[at] != (byte) pattern) {
            at++;
        }
        return at;
    }

    /** Where a byte of either pattern first is; {@code to} when there is none. */
    static int indexOf(byte[] bytes, int from, int to, long pattern, long other) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = (long) LONG.get(bytes, at);
            // The lowest bit that is set is right in each, and so it is in both together.
            long found = zeros(word ^ pattern) | zeros(word ^ other);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && bytes[at] != (byte) pattern && bytes[at] != (byte) other) {
            at++;
        }
        return at;
    }

    /** Where a JSON string ends or cannot go on: at a quote, a backslash or a control character; {@code to} without one. */
    static int indexOfSpecial(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = (long) LONG.get(bytes, at);
            long control = (word - BLANKS) & ~word & HIGH_BITS;
            long found = zeros(word ^ QUOTE) | zeros(word ^ BACKSLASH) | control;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && bytes[at] != '"' && bytes[at] != '\\' && (bytes[at] < 0 || bytes[at] >= ' ')) {
            at++;
        }
        return at;
    }

    /** The high bit of each byte that is 0; above the lowest of them also of some that are 1. */
    private static long zeros(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }
}
