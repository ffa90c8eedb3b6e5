package dev.millrace.cli.look;

import java.util.Locale;

/**
 * Numbers of bytes as people read them, and back.
 *
 * @since 0.1.0
 */
public final class Sizes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Sizes() {}

    /** Such as {@code 1.5 MiB}. */
    public static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return Decimals.rounded(value, unit == 0 ? 0 : 1) + " " + UNITS[unit];
    }

    /**
     * Reads {@code 500}, {@code 64KB}, {@code 10MB}, {@code 2GB} (with or without {@code i}; always powers of 1024).
     *
     * @throws IllegalArgumentException when it is none
     */
    public static long parse(String text) {
        String upper = text.trim().toUpperCase(Locale.ROOT).replace(" ", "");
        int digits = 0;
        while (digits < upper.length() && Character.isDigit(upper.charAt(digits))) {
            digits++;
        }
        int shift =
                switch (upper.substring(digits)) {
                    case "", "B" -> 0;
                    case "K", "KB", "KIB" -> 10;
                    case "M", "MB", "MIB" -> 20;
                    case "G", "GB", "GIB" -> 30;
                    case "T", "TB", "TIB" -> 40;
                    default -> -1;
                };
        if (digits == 0 || digits > 12 || shift < 0) {
            throw new IllegalArgumentException("no size: " + text + " (such as 500MB or 10GB)");
        }
        long number = Long.parseLong(upper.substring(0, digits));
        if (number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("too large a size: " + text);
        }
        return number << shift;
    }
}
