package dev.millrace.bench.report;

import java.util.Locale;

/**
 * A figure's name and how it is shown.
 *
 * @param figure its key in a row
 * @param title heading
 * @param unit behind a shown value
 * @param factor from the stored to the shown value
 * @param digits behind the decimal point
 * @since 0.1.0
 */
public record Column(String figure, String title, String unit, double factor, int digits) {
    /** The value as it is shown, without its unit. */
    public String show(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + digits + "f", value * factor);
    }
}
