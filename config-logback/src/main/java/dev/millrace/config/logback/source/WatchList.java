package dev.millrace.config.logback.source;

import dev.millrace.core.plan.WatchedFile;
import java.io.File;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that a configuration is read from, each as it was just before, for those who look whether they change. Not
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class WatchList {
    private final Map<Path, WatchedFile> files = new LinkedHashMap<>();
    private long periodMillis;

    /** A list that begins with the place of the configuration itself; null when that is none. */
    public WatchList(URL main) {
        if (main != null) {
            add(main);
        }
    }

    /** The configuration asks to be watched; false when that is not possible, because it is no file. */
    public boolean scan(long everyMillis) {
        periodMillis = files.isEmpty() ? 0 : everyMillis;
        return periodMillis > 0;
    }

    /** How often to look at the files; 0 for never. */
    public long periodMillis() {
        return periodMillis;
    }

    /** Adds what is about to be read; only files can be watched. */
    public void add(URL source) {
        Path file = new ConfigurationSource(source).file();
        if (file != null) {
            add(file);
        }
    }

    /** Adds a file that is about to be read, whether or not it is there. */
    public void add(File file) {
        try {
            add(file.toPath());
        } catch (InvalidPathException e) {
            // No file can have this name.
        }
    }

    private void add(Path file) {
        // The first look counts: a file that is read twice may have changed in between.
        Path path = file.toAbsolutePath();
        files.putIfAbsent(path, WatchedFile.of(path));
    }

    /** The files so far. */
    public List<WatchedFile> files() {
        return List.copyOf(files.values());
    }

    /** The files, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Path path : files.keySet()) {
            text.append(text.isEmpty() ? "" : ", ").append(path);
        }
        return text.toString();
    }
}
