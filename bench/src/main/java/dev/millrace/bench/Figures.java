package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The figures that a fork left behind, by name. */
final class Figures {
    private final Properties values = new Properties();

    static Figures read(Path file) throws IOException {
        Figures figures = new Figures();
        try (Reader reader = Files.newBufferedReader(file)) {
            figures.values.load(reader);
        }
        return figures;
    }

    /** Reads what a program printed. */
    static Figures parse(String text) throws IOException {
        Figures figures = new Figures();
        figures.values.load(new StringReader(text));
        return figures;
    }

    double number(String name) {
        return Double.parseDouble(text(name));
    }

    long count(String name) {
        return Long.parseLong(text(name));
    }

    String text(String name) {
        String value = values.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the fork measured no '" + name + "', only " + values.keySet());
        }
        return value;
    }

    /** How many lines each thread has logged. */
    long[] linesOfThreads(LineFormat format, int threads) {
        long[] lines = new long[threads];
        for (int i = 0; i < threads; i++) {
            lines[i] = count("lines." + format.threadName(i));
        }
        return lines;
    }

    /** Names that start with the prefix, sorted. */
    Iterable<String> namesWith(String prefix) {
        return values.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()::iterator;
    }
}
