package dev.millrace.config.logback;

import dev.millrace.core.Engine;
import dev.millrace.core.LoggerNode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a configuration makes Millrace write, and what lies there then. */
final class WrittenFiles {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private WrittenFiles() {}

    /** Logs through Millrace; each event is {@code LEVEL logger message}. */
    static void log(Path configuration, List<String> events) {
        System.setProperty("millrace.config", configuration.toString());
        try (Engine engine = Engine.start(WrittenFiles.class.getClassLoader())) {
            for (String event : events) {
                String[] parts = event.split(" ", 3);
                LoggerNode logger = engine.logger(parts[1]);
                for (int level : LEVELS) {
                    if (Levels.name(level).equals(parts[0]) && logger.isEnabled(level)) {
                        engine.log(logger, level, parts[2], 0, null, null, null, null, null, null);
                    }
                }
            }
        } finally {
            System.clearProperty("millrace.config");
        }
    }

    /** The files with something in them, below a folder, by name. */
    static Map<String, String> of(Path home) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(home)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                String name = home.relativize(path).toString();
                // Logback opens a file too where only an appender that nobody refers to refers to its appender.
                if (name.endsWith(".log") && Files.size(path) > 0) {
                    files.put(name, Files.readString(path, StandardCharsets.ISO_8859_1));
                }
            }
        }
        return files;
    }
}
