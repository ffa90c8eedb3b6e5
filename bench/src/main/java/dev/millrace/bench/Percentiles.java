package dev.millrace.bench;

import java.util.ArrayList;
import java.util.List;

/** Which percentiles of a number of samples say something: one with few samples above it is chance. */
final class Percentiles {
    private static final int LEAST_ABOVE = 10;

    private Percentiles() {}

    static boolean isTold(double percentile, double samples) {
        return Math.round(samples * (100 - percentile) / 100) >= LEAST_ABOVE;
    }

    /** The points of a curve, {@code percentile:value,…}, as far as that goes. */
    static String told(String curve, double samples) {
        List<String> points = new ArrayList<>();
        for (String point : curve.split(",")) {
            if (isTold(Double.parseDouble(point.substring(0, point.indexOf(':'))), samples)) {
                points.add(point);
            }
        }
        return String.join(",", points);
    }
}
