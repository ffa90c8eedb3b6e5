package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

/** Decimal and hexadecimal digits into byte arrays. */
final class Digits {
    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    /** Bytes that the longest long takes, with its sign. */
    static final int MAX_LONG_BYTES = 20;

    /** Room that printing a long needs. */
    static final int ROOM_BYTES = 24;

    private static final long EIGHT_DIGITS = 100_000_000;
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final int FOUR_DIGITS = 10_000;
    private static final int LAST_OF_FOUR = 1 << 24;

    private Digits() {}

    /**
     * Writes a long's digits and returns the offset behind them. There must be room for {@link #ROOM_BYTES}: what is
     * behind the digits is overwritten.
     */
    static int put(byte[] target, int offset, long value) {
        int at = offset;
        long rest = value;
        if (rest < 0) {
            if (rest == Long.MIN_VALUE) {
                // has no positive counterpart: the last digit by hand
                int end = put(target, offset, Long.MIN_VALUE / 10);
                target[end] = '8';
                return end + 1;
            }
            target[at++] = '-';
            rest = -rest;
        }
        if (rest < EIGHT_DIGITS) {
            return putFirst(target, at, (int) rest);
        }
        long upper = rest / EIGHT_DIGITS;
        if (upper < EIGHT_DIGITS) {
            at = putFirst(target, at, (int) upper);
        } else {
            long uppermost = upper / EIGHT_DIGITS;
            at = putFirst(target, at, (int) uppermost);
            LONG.set(target, at, eight((int) (upper - uppermost * EIGHT_DIGITS)) | ZEROS);
            at += Long.BYTES;
        }
        LONG.set(target, at, eight((int) (rest - upper * EIGHT_DIGITS)) | ZEROS);
        return at + Long.BYTES;
    }

    /** Up to eight digits, without zeros in front of them. */
    private static int putFirst(byte[] target, int at, int value) {
        if (value < FOUR_DIGITS) {
            int digits = four(value);
            int zeros = Integer.numberOfTrailingZeros(digits | LAST_OF_FOUR) & -Byte.SIZE;
            INT.set(target, at, (digits | (int) ZEROS) >>> zeros);
            return at + Integer.BYTES - zeros / Byte.SIZE;
        }
        long digits = eight(value);
        int zeros = Long.numberOfTrailingZeros(digits) & -Byte.SIZE;
        LONG.set(target, at, (digits | ZEROS) >>> zeros);
        return at + Long.BYTES - zeros / Byte.SIZE;
    }

    /** The four digits of a number, as {@link #eight} does it. */
    private static int four(int value) {
        int hundreds = (value * 5_243) >>> 19;
        int twos = hundreds | ((value - 100 * hundreds) << 16);
        int tens = ((twos * 103) >>> 10) & 0x000f_000f;
        return tens | ((twos - 10 * tens) << 8);
    }

    /**
     * The eight digits of a number, zeros in front included, a byte each, the first in the lowest: halves, quarters and
     * digits are divided side by side in lanes of one long.
     */
    private static long eight(int value) {
        int upper = value / 10_000;
        long fours = upper | ((long) (value - upper * 10_000) << 32);
        long hundreds = ((fours * 10_486) >>> 20) & 0x0000_007f_0000_007fL;
        long twos = hundreds | ((fours - 100 * hundreds) << 16);
        long tens = ((twos * 103) >>> 10) & 0x000f_000f_000f_000fL;
        return tens | ((twos - 10 * tens) << 8);
    }

    /** Writes {@code nibbles} lower-case hexadecimal digits, the highest of them first. */
    static int putHex(byte[] target, int offset, long value, int nibbles) {
        int at = offset;
        for (int shift = (nibbles - 1) * 4; shift >= 0; shift -= 4) {
            target[at++] = HEX[(int) (value >>> shift) & 0xf];
        }
        return at;
    }
}
