package dev.millrace.event;

/** Decimal and hexadecimal digits into byte arrays. */
final class Digits {
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];
    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    /** Bytes that the longest long takes, with its sign. */
    static final int MAX_LONG_BYTES = 20;

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {}

    /** Writes a long's digits and returns the offset behind them. */
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
        int end = at + digitsOf(rest);
        int write = end;
        while (rest > Integer.MAX_VALUE) {
            long quotient = rest / 100;
            int pair = (int) (rest - quotient * 100);
            target[--write] = ONES[pair];
            target[--write] = TENS[pair];
            rest = quotient;
        }
        putBackwards(target, write, (int) rest);
        return end;
    }

    private static void putBackwards(byte[] target, int end, int value) {
        int write = end;
        int rest = value;
        while (rest >= 100) {
            int quotient = rest / 100;
            int pair = rest - quotient * 100;
            target[--write] = ONES[pair];
            target[--write] = TENS[pair];
            rest = quotient;
        }
        target[--write] = ONES[rest];
        if (rest >= 10) {
            target[--write] = TENS[rest];
        }
    }

    private static int digitsOf(long value) {
        int digits = 1;
        for (long limit = 10; digits < 19 && value >= limit; limit *= 10) {
            digits++;
        }
        return digits;
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
