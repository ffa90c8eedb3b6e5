package dev.millrace.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** What is measured: a folder of jars and the configuration that makes it write the bench's lines to one file. */
enum Backend {
    /** Millrace with its defaults, reading Logback's configuration. */
    MILLRACE("logback-file.xml", "logback.configurationFile"),
    /** Logback's file appender as configured by default: on the caller, one write a line. */
    LOGBACK("logback-file.xml", "logback.configurationFile"),
    /** Logback's file appender behind a queue that loses nothing. */
    LOGBACK_ASYNC("logback-async.xml", "logback.configurationFile"),
    /** GFLog with its defaults. */
    GFLOG("gflog-file.xml", "gflog.config");

    private final String configuration;
    private final String configurationProperty;

    Backend(String configuration, String configurationProperty) {
        this.configuration = configuration;
        this.configurationProperty = configurationProperty;
    }

    /** Its word on the command line and its folder of jars. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Backend named(String word) {
        List<String> words = new ArrayList<>();
        for (Backend backend : values()) {
            if (backend.word().equals(word)) {
                return backend;
            }
            words.add(backend.word());
        }
        throw new UsageException("unknown backend '" + word + "'; there are " + String.join(", ", words));
    }

    /** Its jars, as the build left them. */
    List<Path> jars() throws IOException {
        Path folder = Installation.backends().resolve(word());
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
                files.forEach(jars::add);
            }
        }
        if (jars.isEmpty()) {
            throw new IOException("no jars of backend '" + word() + "' in " + folder
                    + " (build them: ./mvnw -q -DskipTests package)");
        }
        jars.sort(null);
        return jars;
    }

    /** Writes the configuration into the directory and returns the JVM arguments that make the backend read it. */
    List<String> configure(Path directory, Path file) throws IOException {
        Path target = directory.resolve(configuration);
        try (InputStream source = Backend.class.getResourceAsStream(configuration)) {
            Files.write(target, source.readAllBytes());
        }
        return List.of(
                "-D" + configurationProperty + "=" + target,
                "-Dbench.file=" + file,
                "-Dbench.zone=" + TimeZone.getDefault().getID());
    }
}
