package dev.millrace.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What writes the bench's lines to standard output. */
enum ConsoleBackend {
    /** Millrace with its defaults. */
    MILLRACE("Millrace", Backend.MILLRACE, "logback-console.xml", LineLayout.PLAIN.logbackPattern()),
    /** The line put together with {@code +} and printed. */
    PRINTLN("System.out.println", Backend.NONE, null, null),
    /** Logback's console appender with its defaults. */
    LOGBACK("Logback 1.6.6", Backend.LOGBACK, "logback-console.xml", LineLayout.PLAIN.logbackPattern()),
    /** Log4j 2's console with its defaults: the stream as it was at the start. */
    LOG4J2("Log4j 2.26.1", Backend.LOG4J2, "log4j2-console.xml", LineLayout.PLAIN.log4jPattern()),
    /** The same, following {@code System.setOut}. */
    LOG4J2_FOLLOW("Log4j 2.26.1, follow", Backend.LOG4J2, "log4j2-console.xml", LineLayout.PLAIN.log4jPattern()),
    /** The same, on the descriptor. */
    LOG4J2_DIRECT("Log4j 2.26.1, direct", Backend.LOG4J2, "log4j2-console.xml", LineLayout.PLAIN.log4jPattern()),
    /** The same bytes, ready before: what that end takes from anybody. */
    WRITE("write(2) of the same bytes", Backend.NONE, null, null);

    private final String title;
    private final Backend backend;
    private final String configuration;
    private final String pattern;

    ConsoleBackend(String title, Backend backend, String configuration, String pattern) {
        this.title = title;
        this.backend = backend;
        this.configuration = configuration;
        this.pattern = pattern;
    }

    /** Its word on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name for readers. */
    String title() {
        return title;
    }

    /** What the fork does with it. */
    String driver() {
        return switch (this) {
            case PRINTLN -> "println";
            case WRITE -> "write-out";
            default -> "throughput";
        };
    }

    /** Whose jars it has. */
    Backend backend() {
        return backend;
    }

    /** The backends of an option's words. */
    static List<ConsoleBackend> named(List<String> words) {
        List<ConsoleBackend> chosen = new ArrayList<>();
        for (String word : words) {
            chosen.add(Arrays.stream(values())
                    .filter(one -> one.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("unknown backend '" + word + "'; there are "
                            + String.join(
                                    ", ",
                                    Arrays.stream(values())
                                            .map(ConsoleBackend::word)
                                            .toList()))));
        }
        return chosen;
    }

    /** Writes the configuration into the directory and returns the JVM arguments that make the backend read it. */
    List<String> configure(Path directory) throws IOException {
        if (configuration == null) {
            return List.of();
        }
        Path target = directory.resolve(configuration);
        try (InputStream source = ConsoleBackend.class.getResourceAsStream(configuration)) {
            String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(
                    target,
                    text.replace("@PATTERN@", pattern)
                            .replace("@FOLLOW@", Boolean.toString(this == LOG4J2_FOLLOW))
                            .replace("@DIRECT@", Boolean.toString(this == LOG4J2_DIRECT)));
        }
        return backend == Backend.LOG4J2
                ? List.of("-Dlog4j2.configurationFile=" + target)
                : List.of("-Dlogback.configurationFile=" + target, "-Dmillrace.journal.dir=" + directory);
    }
}
