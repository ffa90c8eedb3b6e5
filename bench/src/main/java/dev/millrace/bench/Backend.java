package dev.millrace.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Predicate;

/** What is measured: a folder of jars and the configuration that makes it write the bench's lines to one file. */
enum Backend {
    /** Millrace with its defaults, reading Logback's configuration. */
    MILLRACE("Millrace", "millrace", Dialect.LOGBACK, "logback-file.xml", true),
    /** The same without a flush for every event, for a service that ends cleanly. */
    MILLRACE_NOFLUSH("Millrace, no flush", "millrace", Dialect.LOGBACK, "logback-file.xml", false),
    /** GFLog with its defaults. */
    GFLOG("GFLog 3.0.6", "gflog", Dialect.GFLOG, "gflog-file.xml", false),
    /** Log4j 2, all loggers asynchronous, over the Disruptor that it works with. */
    LOG4J2("Log4j 2.26.1 async", "log4j2", Dialect.LOG4J, "log4j2-file.xml", true),
    /** The same without a flush for every event. */
    LOG4J2_NOFLUSH("Log4j 2.26.1 async, no flush", "log4j2", Dialect.LOG4J, "log4j2-file.xml", false),
    /** The same over the newest Disruptor, with which it loses events. */
    LOG4J2_DISRUPTOR4(
            "Log4j 2.26.1 async, Disruptor 4, no flush", "log4j2-disruptor4", Dialect.LOG4J, "log4j2-file.xml", false),
    /** Log4j 2's appender with a queue, behind loggers that are not asynchronous. */
    LOG4J2_APPENDER("Log4j 2.26.1 AsyncAppender", "log4j2", Dialect.LOG4J, "log4j2-appender.xml", true),
    /** Logback's file appender as configured by default: on the caller, one write a line. */
    LOGBACK("Logback 1.6.6 sync", "logback", Dialect.LOGBACK, "logback-file.xml", true),
    /** The same without a flush for every event. */
    LOGBACK_NOFLUSH("Logback 1.6.6 sync, no flush", "logback", Dialect.LOGBACK, "logback-file.xml", false),
    /** Logback's file appender behind a queue that loses nothing. */
    LOGBACK_ASYNC("Logback 1.6.6 async", "logback", Dialect.LOGBACK, "logback-async.xml", true),
    /** The same without a flush for every event. */
    LOGBACK_ASYNC_NOFLUSH("Logback 1.6.6 async, no flush", "logback", Dialect.LOGBACK, "logback-async.xml", false),
    /** Logback's asynchronous appender with its defaults: 256 events, INFO and below thrown away from four fifths on. */
    LOGBACK_ASYNC_DEFAULT(
            "Logback 1.6.6 async, defaults", "logback", Dialect.LOGBACK, "logback-async-default.xml", true),
    /** tinylog with its writing thread and its buffer. */
    TINYLOG("tinylog 2.7.0, writing thread, buffered", "tinylog", Dialect.TINYLOG, "tinylog.properties", false),
    /** tinylog with its defaults: on the caller, one write a line. */
    TINYLOG_DEFAULT("tinylog 2.7.0, defaults", "tinylog", Dialect.TINYLOG, "tinylog.properties", true),
    /** java.util.logging's file handler. */
    JUL("java.util.logging", "jul", Dialect.JUL, "logging.properties", true),
    /** No logging at all: what the bench itself costs. */
    NONE("no logging", "none", Dialect.NOTHING, null, false),
    /** The bytes of the lines, without a logging backend: the limit. */
    WRITE("write(2), 64 KiB", "none", Dialect.BYTES, null, false),
    /** Millrace's journal as a queue, which the jar of {@link #MILLRACE} leaves out. */
    MILLRACE_QUEUE("Millrace", "millrace-queue", Dialect.BYTES, null, false),
    /** A journal without rendering: the bytes of the lines appended to a Chronicle Queue, one excerpt a line. */
    CHRONICLE("Chronicle Queue 2026.4", "chronicle", Dialect.BYTES, null, false);

    /** How a backend is told what to do. */
    private enum Dialect {
        LOGBACK("logback.configurationFile"),
        LOG4J("log4j2.configurationFile"),
        GFLOG("gflog.config"),
        TINYLOG("tinylog.configuration"),
        JUL("java.util.logging.config.file"),
        NOTHING(null),
        BYTES(null);

        private final String property;

        Dialect(String property) {
            this.property = property;
        }
    }

    /** What the name of a configuration with one file ends with. */
    static final String FILE = "-file.xml";

    private static final List<String> ALL_ASYNC =
            List.of("-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");

    private final String title;
    private final String folder;
    private final Dialect dialect;
    private final String configuration;
    private final boolean flush;

    Backend(String title, String folder, Dialect dialect, String configuration, boolean flush) {
        this.title = title;
        this.folder = folder;
        this.dialect = dialect;
        this.configuration = configuration;
        this.flush = flush;
    }

    /** Its word on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name for readers. */
    String title() {
        return title;
    }

    /** The one of that word. */
    static Backend named(String word) {
        return named(word, any -> true);
    }

    /** The one of that word, where it can be used. */
    static Backend named(String word, Predicate<Backend> usable) {
        List<String> words = new ArrayList<>();
        boolean known = false;
        for (Backend backend : values()) {
            boolean named = backend.word().equals(word);
            known |= named;
            if (usable.test(backend)) {
                if (named) {
                    return backend;
                }
                words.add(backend.word());
            }
        }
        throw new UsageException((known ? "" : "unknown ") + "backend '" + word + "'"
                + (known ? " cannot be measured here" : "") + "; there are " + String.join(", ", words));
    }

    /** What readers must know about its options where they are not its defaults; else empty. */
    String note() {
        return switch (this) {
            case LOGBACK_ASYNC, LOGBACK_ASYNC_NOFLUSH ->
                "Logback async, where the row does not say defaults: an AsyncAppender with queueSize 8192 and"
                        + " discardingThreshold 0, which loses nothing. Its own defaults are 256, and that INFO is thrown away"
                        + " from four fifths on.";
            case TINYLOG ->
                "tinylog, where the row does not say defaults: with writingthread and writer.buffered, which are both off by"
                        + " default. What is in its queue or its buffer is in no file.";
            case CHRONICLE ->
                "Chronicle Queue is no logging backend: one thread appends the bytes of finished lines, one excerpt each, and"
                        + " nothing is rendered.";
            default -> "";
        };
    }

    /** Whether it logs; the others write bytes only, or are for services. */
    boolean logs() {
        return logsInServices() && this != MILLRACE_NOFLUSH;
    }

    /** Whether a service can log with it. */
    boolean logsInServices() {
        return dialect != Dialect.BYTES;
    }

    /** Whether it is Millrace, with whatever options. */
    boolean isOwn() {
        return this == MILLRACE || this == MILLRACE_NOFLUSH;
    }

    /** Whether its lines are in its file when it has logged. */
    boolean writesLines() {
        return logs() && this != NONE;
    }

    /** Whether it can show that in a line. */
    boolean supports(LineLayout layout) {
        return switch (dialect) {
            case LOGBACK, LOG4J, TINYLOG, NOTHING -> true;
            case GFLOG, JUL, BYTES -> layout == LineLayout.PLAIN;
        };
    }

    /** Whether there are configurations of it that roll and sift. */
    boolean canRoll() {
        return logs() && (dialect == Dialect.LOGBACK || dialect == Dialect.LOG4J) && configuration.endsWith(FILE);
    }

    /** By how much it runs fewer events than the fast ones, so that a row of many rivals ends in time. */
    int divisor() {
        return switch (this) {
            case MILLRACE, GFLOG, WRITE -> 1;
            default -> 5;
        };
    }

    /** How many bytes it may hold in a buffer until it is stopped, at most. */
    long tailBytes() {
        return dialect == Dialect.LOGBACK && !flush ? 16_384 : 0;
    }

    /** The driver of the throughput scenario. */
    String throughputDriver() {
        return switch (this) {
            case WRITE -> "write";
            case CHRONICLE -> "chronicle";
            default -> "throughput";
        };
    }

    /** Its jars, as the build left them. */
    List<Path> jars() throws IOException {
        List<Path> jars = builtJars();
        if (jars.isEmpty()) {
            throw new IOException("no jars of backend '" + word() + "' in " + place()
                    + " (build them: ./mvnw -q -DskipTests package)");
        }
        return jars;
    }

    /** The same; none where they are not built yet. */
    List<Path> builtJars() throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(place())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(place(), "*.jar")) {
                files.forEach(jars::add);
            }
        }
        jars.sort(null);
        return jars;
    }

    private Path place() {
        return Installation.backends().resolve(folder);
    }

    /** Writes the configuration into the directory and returns the JVM arguments that make the backend read it. */
    List<String> configure(Path directory, Path file, LineLayout layout, FileRoll roll) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add("-Dbench.file=" + file);
        if (this == CHRONICLE) {
            arguments.addAll(ChronicleOpens.ARGUMENTS);
        }
        if (configuration == null) {
            return arguments;
        }
        String resource = configuration.replace(FILE, roll.configuration());
        Path target = directory.resolve(resource);
        try (InputStream source = Backend.class.getResourceAsStream(resource)) {
            String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(
                    target,
                    text.replace("@FILE@", escaped(file.toString()))
                            .replace("@SIZE@", String.valueOf(roll.size()))
                            .replace("@ENDING@", roll.ending())
                            .replace("@FLUSH@", Boolean.toString(flush))
                            .replace("@BUFFERED@", Boolean.toString(!flush))
                            .replace("@LOCATION@", Boolean.toString(layout == LineLayout.CALLER))
                            .replace("@ZONE@", TimeZone.getDefault().getID())
                            .replace("@PATTERN@", pattern(layout)));
        }
        arguments.add("-D" + dialect.property + "=" + target);
        if (dialect == Dialect.LOG4J && this != LOG4J2_APPENDER) {
            arguments.addAll(ALL_ASYNC);
        }
        return arguments;
    }

    private String pattern(LineLayout layout) {
        return switch (dialect) {
            case LOGBACK -> layout.logbackPattern();
            case LOG4J -> layout.log4jPattern();
            case TINYLOG -> layout.tinylogFormat();
            case GFLOG, JUL, NOTHING, BYTES -> "";
        };
    }

    private String escaped(String text) {
        return configuration.endsWith(".xml")
                ? text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;")
                : text.replace("\\", "\\\\");
    }
}
