package dev.millrace.bench;

import java.util.Locale;

/** How a ratio is written beside its target. */
final class Ratios {
    private static final int DIGITS = 2;
    private static final int MOST_DIGITS = 5;

    private Ratios() {}

    /** With two digits, or as many as show the difference where the target was missed. */
    static String measured(double ratio, double target, boolean met) {
        int digits = DIGITS;
        while (!met && digits < MOST_DIGITS && text(ratio, digits).equals(text(target, digits))) {
            digits++;
        }
        return text(ratio, digits) + " x";
    }

    private static String text(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
