package dev.millrace.bench.driver;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** What the workbench asks a fork to do. */
final class Parameters {
    private final Properties values = new Properties();

    static Parameters read(Path file) throws IOException {
        Parameters parameters = new Parameters();
        try (Reader reader = Files.newBufferedReader(file)) {
            parameters.values.load(reader);
        }
        return parameters;
    }

    /** The file that the backend writes. */
    Path file() {
        return Path.of(text("file"));
    }

    int count(String name) {
        return Integer.parseInt(text(name));
    }

    long longCount(String name) {
        return Long.parseLong(text(name));
    }

    /** False also where it is not given. */
    boolean isAsked(String name) {
        return Boolean.parseBoolean(values.getProperty(name));
    }

    boolean isOn(String name) {
        return Boolean.parseBoolean(text(name));
    }

    String text(String name) {
        String value = values.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException("parameter '" + name + "' is missing");
        }
        return value;
    }
}
