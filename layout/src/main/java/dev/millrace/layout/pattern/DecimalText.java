package dev.millrace.layout.pattern;

import dev.millrace.event.Utf8Buffer;

/** Decimal digits of whole numbers. */
final class DecimalText {
    private static final int MOST_CHARS = 20;

    private DecimalText() {}

    /** Appends a number as {@code Long.toString} writes it. */
    static void append(long value, Utf8Buffer out) {
        byte[] bytes = out.ensure(MOST_CHARS);
        int start = out.length();
        if (value < 0) {
            bytes[start++] = '-';
        }
        // Counted in negative numbers: Long.MIN_VALUE has no positive counterpart.
        long rest = value < 0 ? value : -value;
        int digits = 1;
        for (long limit = rest; limit <= -10; limit /= 10) {
            digits++;
        }
        for (int at = start + digits - 1; at >= start; at--) {
            bytes[at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        out.length(start + digits);
    }

    /** Appends a number below 1000 with its leading zeros. */
    static void appendThreeDigits(int value, Utf8Buffer out) {
        out.put('0' + value / 100);
        out.put('0' + value / 10 % 10);
        out.put('0' + value % 10);
    }
}
