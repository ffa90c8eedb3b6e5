package dev.millrace.config.logback.translate;

import java.util.Locale;

/**
 * Reads a number of bytes: {@code 5000}, {@code 500 KB}, {@code 10MB}. Without a regular expression, whose machinery
 * would be loaded at every start of a program with a rolling file.
 */
final class ByteSizes {
    /** What {@link #parse} returns for a text that is no size. */
    static final long NONE = -1;

    private static final int MAX_DIGITS = 18;

    private ByteSizes() {}

    /** The bytes, at most {@code Long.MAX_VALUE}. */
    static long parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > MAX_DIGITS) {
            return NONE;
        }
        long factor = factor(text.substring(digits).stripLeading().toLowerCase(Locale.ROOT));
        if (factor == NONE) {
            return NONE;
        }
        long number = Long.parseLong(text.substring(0, digits));
        return number > Long.MAX_VALUE / factor ? Long.MAX_VALUE : number * factor;
    }

    private static long factor(String unit) {
        return switch (unit) {
            case "", "s" -> 1L;
            case "kb", "kbs" -> 1L << 10;
            case "mb", "mbs" -> 1L << 20;
            case "gb", "gbs" -> 1L << 30;
            default -> NONE;
        };
    }
}
