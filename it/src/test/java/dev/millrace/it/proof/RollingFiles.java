package dev.millrace.it.proof;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.WorkDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of one rolling appender that rolls by size and every second: its configuration, and what lies there. */
final class RollingFiles implements AutoCloseable {
    /** How it rolls. */
    enum Shape {
        /** By size and time, uncompressed. */
        PLAIN(""),
        /** By size and time, compressed; archives that are older than the history are removed at the start. */
        COMPRESSED(".gz"),
        /** Without a file of a fixed name. */
        NO_FILE_COMPRESSED(".gz"),
        /** The archives lie on another file system, so that they are copied. */
        OTHER_FILE_SYSTEM_COMPRESSED(".gz"),
        /** Only the last two seconds are kept. */
        SHORT_HISTORY_COMPRESSED(".gz"),
        /** Several processes write to the same files. */
        PRUDENT(""),
        /** By size, through a fixed number of files. */
        WINDOW_COMPRESSED(".gz");

        private final String ending;

        Shape(String ending) {
            this.ending = ending;
        }
    }

    private static final Path OTHER_FILE_SYSTEM = Path.of("/dev/shm");
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss").withZone(ZoneOffset.UTC);
    private static final int HISTORY_SECONDS = 600;
    private static final int DECOYS = 5;

    private final Shape shape;
    private final Path file;
    private final Path archives;
    private final String maxFileSize;
    private final List<Path> decoys = new ArrayList<>();

    RollingFiles(Shape shape, Path directory, String maxFileSize) {
        this.shape = shape;
        this.file = hasNoFile(shape) ? null : directory.resolve("all.log");
        this.maxFileSize = maxFileSize;
        try {
            this.archives = shape == Shape.OTHER_FILE_SYSTEM_COMPRESSED
                    ? Files.createTempDirectory(OTHER_FILE_SYSTEM, "millrace-it-archives-")
                    : Files.createDirectory(directory.resolve("old"));
            if (shape == Shape.COMPRESSED) {
                plantDecoys();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasNoFile(Shape shape) {
        return shape == Shape.NO_FILE_COMPRESSED || shape == Shape.PRUDENT;
    }

    /** Number of processes that write at a time. */
    int processes() {
        return shape == Shape.PRUDENT ? 3 : 1;
    }

    /** Whether this machine has what a shape needs. */
    static boolean isPossible(Shape shape, Path directory) {
        try {
            return shape != Shape.OTHER_FILE_SYSTEM_COMPRESSED
                    || (Files.isWritable(OTHER_FILE_SYSTEM)
                            && !Files.getFileStore(OTHER_FILE_SYSTEM).equals(Files.getFileStore(directory)));
        } catch (IOException e) {
            return false;
        }
    }

    /** Archives of before the history, and a file that is none. */
    private void plantDecoys() throws IOException {
        Files.writeString(archives.resolve("unrelated.log.gz"), "not an archive of ours");
        for (int i = 1; i <= DECOYS; i++) {
            String time = SECOND.format(Instant.now().minusSeconds(HISTORY_SECONDS + 60L * i));
            decoys.add(Files.writeString(archives.resolve("all-" + time + ".0000" + i + ".log.gz"), "too old"));
        }
    }

    /** The appender. */
    String xml(String name, String pattern) {
        String policies = shape == Shape.WINDOW_COMPRESSED
                ? """
                    <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                      <fileNamePattern>%s/all-%%i.log%s</fileNamePattern><minIndex>1</minIndex><maxIndex>20</maxIndex>
                    </rollingPolicy>
                    <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                      <maxFileSize>%s</maxFileSize>
                    </triggeringPolicy>
                """
                        .formatted(archives, shape.ending, maxFileSize)
                : """
                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                      <fileNamePattern>%s/all-%%d{yyyy-MM-dd_HH-mm-ss, UTC}.%%05i.log%s</fileNamePattern>
                      <maxFileSize>%s</maxFileSize><maxHistory>%d</maxHistory>
                      <cleanHistoryOnStart>true</cleanHistoryOnStart>
                    </rollingPolicy>
                """
                        .formatted(
                                archives,
                                shape.ending,
                                maxFileSize,
                                shape == Shape.SHORT_HISTORY_COMPRESSED ? 2 : HISTORY_SECONDS);
        return """
                  <appender name="%s" class="ch.qos.logback.core.rolling.RollingFileAppender">
                    %s%s
                %s    <encoder><charset>UTF-8</charset><pattern>%s</pattern></encoder>
                  </appender>
                """
                .formatted(
                        name,
                        file == null ? "" : "<file>" + file + "</file>",
                        shape == Shape.PRUDENT ? "<prudent>true</prudent>" : "",
                        policies,
                        pattern);
    }

    /** Where rolled files lie. */
    Path archives() {
        return archives;
    }

    /** Whether lines that are old enough are removed. */
    boolean forgets() {
        return shape == Shape.SHORT_HISTORY_COMPRESSED || shape == Shape.WINDOW_COMPRESSED;
    }

    /** Whether files wait to be compressed, or lines of processes that died to be written. */
    boolean areUnfinished() {
        return Files.exists((file == null ? archives : file.getParent()).resolve(".millrace"))
                || names().stream().anyMatch(name -> name.endsWith(".pending"));
    }

    /** Whether a file is being compressed at this moment. */
    boolean isCompressing() {
        return names().stream().anyMatch(name -> name.endsWith(".part"));
    }

    /** All files with lines, oldest first. */
    List<Path> inOrder() {
        Comparator<String> order = shape == Shape.WINDOW_COMPRESSED
                ? Comparator.comparingInt(RollingFiles::windowIndex).reversed()
                : Comparator.naturalOrder();
        List<Path> files = new ArrayList<>(names().stream()
                .filter(name -> name.startsWith("all-") && (name.endsWith(".log") || name.endsWith(".log.gz")))
                .sorted(order)
                .map(archives::resolve)
                .toList());
        files.removeAll(decoys);
        if (file != null) {
            files.add(file);
        }
        return files;
    }

    private static int windowIndex(String name) {
        return Integer.parseInt(name.substring("all-".length(), name.indexOf('.')));
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(archives)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What must hold of the files themselves at the end. */
    void check(Findings findings, String title) {
        findings.require(!areUnfinished() && !isCompressing(), "%s: not everything is finished: %s", title, names());
        List<String> uncompressed = names().stream()
                .filter(name -> !name.endsWith(shape.ending) && !hasNoFile(shape))
                .toList();
        findings.require(uncompressed.isEmpty(), "%s: left uncompressed: %s", title, uncompressed);
        List<Path> old = decoys.stream().filter(Files::exists).toList();
        findings.require(old.isEmpty(), "%s: older than the history: %s", title, old);
        findings.require(
                decoys.isEmpty() || Files.exists(archives.resolve("unrelated.log.gz")),
                "%s: a file of somebody else was removed",
                title);
    }

    @Override
    public void close() {
        if (shape == Shape.OTHER_FILE_SYSTEM_COMPRESSED) {
            WorkDir.delete(archives);
        }
    }
}
