package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Journals in the states that commands meet, and the commands that take the place of one as their last word. */
public final class JournalStates {
    /** Where control files, segments and dictionaries have their version, as little-endian integer. */
    private static final int VERSION_OFFSET = 8;

    /** Behind the header of a segment and its first records, and before its last block. */
    private static final long DAMAGE_OFFSET = 8192 + 100_000;

    private static final List<List<String>> READING = List.of(
            List.of("cat"),
            List.of("tail"),
            List.of("grep", "event"),
            List.of("render", "-o", "json"),
            List.of("stat"),
            List.of("verify"),
            List.of("export"));
    private static final List<List<String>> CHANGING = List.of(
            List.of("recover", "--dry-run"), List.of("recover"), List.of("vacuum", "--dry-run"), List.of("vacuum"));

    private JournalStates() {}

    /** Every command that takes a journal, in all its forms; {@code export} takes its very directory. */
    public static Stream<List<String>> commands() {
        return Stream.concat(READING.stream(), CHANGING.stream());
    }

    /** Those that find journals below a directory of logs. */
    public static Stream<List<String>> searching() {
        return commands().filter(command -> !command.get(0).equals("export"));
    }

    /** Runs a command at a place, with that line on its input. */
    public static Run run(List<String> command, Path place) {
        return Run.with(
                new ByteArrayInputStream("event of a line\n".getBytes(StandardCharsets.US_ASCII)),
                Stream.concat(command.stream(), Stream.of(place.toString())).toArray(String[]::new));
    }

    /** The journal of a service that has ended, one event a second. */
    public static Path dead(Path logs, String name, int events) {
        TestJournal journal = TestJournal.in(logs, name);
        for (int i = 0; i < events; i++) {
            journal.log(1_000_000L * i, Levels.INFO, "com.acme.Shop", "main", "event {} took {} ms", i, i % 100);
        }
        journal.close();
        return journal.directory();
    }

    /** Overwrites several records of a journal of 5,000 events. */
    public static void damage(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            Path segment = files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            overwrite(segment, DAMAGE_OFFSET, "damage ".repeat(200).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Lets a file be of the version behind this one. */
    public static void makeNewer(Path file) throws IOException {
        overwrite(file, VERSION_OFFSET, new byte[] {2, 0, 0, 0});
    }

    /** Shortens a file to that many bytes. */
    public static void cut(Path file, long lengthBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(lengthBytes);
        }
    }

    /** Overwrites a part of a file. */
    public static void overwrite(Path file, long offset, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), offset);
        }
    }

    /** Leaves the files of another program's queue in a directory. */
    public static Path foreign(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.write(directory.resolve("metadata.cq4t"), new byte[4096]);
        Files.write(directory.resolve("20261121F.cq4"), new byte[4096]);
        return directory;
    }

    /** The run says one line that contains the parts, and ends with that code. */
    public static void assertOneLine(Run run, int exitCode, String... parts) {
        assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(parts);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    }

    /** The run has printed nothing but one line that says why. */
    public static void assertRefused(Run run, String... parts) {
        assertOneLine(run, ExitCode.REFUSED, parts);
        assertThat(run.out()).isEmpty();
    }
}
