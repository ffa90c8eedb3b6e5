package dev.millrace.core.option;

/** Reads sizes ({@code 512MB}, {@code 1 GB}) and durations ({@code 10s}, {@code 500 ms}). */
final class Amounts {
    /** What a text that is no amount yields. */
    static final long INVALID = -1;

    private Amounts() {}

    /** Bytes; without a unit the number is bytes. Units are powers of 1024. */
    static long bytes(String text) {
        int digits = digits(text);
        long factor =
                switch (unit(text, digits)) {
                    case "", "b" -> 1L;
                    case "k", "kb", "kib" -> 1L << 10;
                    case "m", "mb", "mib" -> 1L << 20;
                    case "g", "gb", "gib" -> 1L << 30;
                    case "t", "tb", "tib" -> 1L << 40;
                    default -> INVALID;
                };
        return times(text, digits, factor);
    }

    /** Milliseconds; without a unit the number is seconds. */
    static long millis(String text) {
        int digits = digits(text);
        long factor =
                switch (unit(text, digits)) {
                    case "ms", "millis", "milliseconds" -> 1L;
                    case "", "s", "sec", "second", "seconds" -> 1_000L;
                    case "m", "min", "minute", "minutes" -> 60_000L;
                    case "h", "hour", "hours" -> 3_600_000L;
                    case "d", "day", "days" -> 86_400_000L;
                    default -> INVALID;
                };
        return times(text, digits, factor);
    }

    private static int digits(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits;
    }

    private static String unit(String text, int digits) {
        return text.substring(digits).trim().toLowerCase(java.util.Locale.ROOT);
    }

    private static long times(String text, int digits, long factor) {
        if (digits == 0 || digits > 18 || factor == INVALID) {
            return INVALID;
        }
        long number = Long.parseLong(text.substring(0, digits));
        return number > Long.MAX_VALUE / factor ? INVALID : number * factor;
    }
}
