package dev.millrace.bench.driver;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.StringJoiner;
import org.HdrHistogram.Histogram;

/** The figures of a fork, by name. */
final class Measured {
    private static final double[] CURVE = {
        0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.975, 99.99, 99.995, 99.999, 100
    };

    private final Properties values = new Properties();

    void put(String name, long value) {
        values.setProperty(name, Long.toString(value));
    }

    void put(String name, double value) {
        values.setProperty(name, Double.toString(value));
    }

    /** The usual percentiles of a histogram of nanoseconds, as {@code <name>.p50} and so on. */
    void put(String name, Histogram histogram) {
        put(name + ".count", histogram.getTotalCount());
        put(name + ".p50", histogram.getValueAtPercentile(50));
        put(name + ".p90", histogram.getValueAtPercentile(90));
        put(name + ".p99", histogram.getValueAtPercentile(99));
        put(name + ".p999", histogram.getValueAtPercentile(99.9));
        put(name + ".p9999", histogram.getValueAtPercentile(99.99));
        put(name + ".max", histogram.getMaxValue());
        StringJoiner curve = new StringJoiner(",");
        for (double percentile : CURVE) {
            curve.add(percentile + ":" + histogram.getValueAtPercentile(percentile));
        }
        values.setProperty(name + ".curve", curve.toString());
    }

    /** Writes everything; the file is there only when it is whole. */
    void write(Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (Writer writer = Files.newBufferedWriter(part)) {
            values.store(writer, null);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
