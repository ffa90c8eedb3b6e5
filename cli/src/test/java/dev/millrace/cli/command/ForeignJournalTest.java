package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command at what a newer version wrote, at files of another journal, and at those of another program. */
@Timeout(60)
class ForeignJournalTest {
    /** Where control files, segments and dictionaries have their version, as little-endian integer. */
    private static final int VERSION_OFFSET = 8;

    @TempDir
    private Path logs;

    static Stream<List<String>> commands() {
        return Stream.of(
                List.of("cat"),
                List.of("tail"),
                List.of("grep", "event"),
                List.of("render", "-o", "json"),
                List.of("stat"),
                List.of("verify"),
                List.of("recover", "--dry-run"),
                List.of("recover"),
                List.of("vacuum", "--dry-run"),
                List.of("vacuum"),
                List.of("export"));
    }

    private Path dead(String name) {
        TestJournal journal = TestJournal.in(logs, name);
        for (int i = 0; i < 100; i++) {
            journal.log(1_000_000L * i, Levels.INFO, "com.acme.Shop", "main", "event {}", i);
        }
        journal.close();
        return journal.directory();
    }

    private static Run run(List<String> command, Path place) {
        return Run.of(
                Stream.concat(command.stream(), Stream.of(place.toString())).toArray(String[]::new));
    }

    private static void makeNewer(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {2, 0, 0, 0}), VERSION_OFFSET);
        }
    }

    private static void assertRefused(Run run, String... parts) {
        assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(parts);
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldRefuseAJournalOfANewerVersion(List<String> command) throws IOException {
        Path directory = dead("app");
        makeNewer(directory.resolve("control"));
        byte[] control = Files.readAllBytes(directory.resolve("control"));

        assertRefused(run(command, directory), "newer version", "version=2", directory.toString());
        assertThat(Files.readAllBytes(directory.resolve("control"))).isEqualTo(control);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldRefuseADictionaryOfANewerVersion(List<String> command) throws IOException {
        Path directory = dead("app");
        makeNewer(directory.resolve("dictionary"));

        assertRefused(run(command, directory), "version", directory.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldNotTakeTheSegmentsOfAnotherJournalForItsOwn(List<String> command) throws IOException {
        Path directory = dead("app");
        Path other = dead("other");
        try (Stream<Path> files = Files.list(other)) {
            for (Path segment :
                    files.filter(file -> file.toString().endsWith(".seg")).toList()) {
                Files.copy(segment, directory.resolve(segment.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }

        Run run = run(command, directory);

        assertThat(run.out()).doesNotContain("event 1");
        assertThat(run.err().lines()).hasSizeLessThanOrEqualTo(1);
        assertThat(run.exitCode()).isIn(ExitCode.DONE, ExitCode.NOTHING_FOUND, ExitCode.DAMAGED);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayThatTheQueueOfAnotherProgramIsNoJournal(List<String> command) throws IOException {
        Path queue = Files.createDirectory(logs.resolve("chronicle"));
        Files.write(queue.resolve("metadata.cq4t"), new byte[4096]);
        Files.write(queue.resolve("20261121F.cq4"), new byte[4096]);

        assertRefused(run(command, queue), "no journal here: " + queue);
    }

    @Test
    void shouldImportOnlyIntoAQueueOfItsOwn() throws IOException {
        Path lines = Files.writeString(logs.resolve("lines"), "a\n");
        Path newer = logs.resolve("newer");
        List<String> into = List.of("import", "--format", "lines");
        assertThat(run(into, newer).exitCode()).isZero();
        makeNewer(newer.resolve("0").resolve("control"));
        Path newerSchema = logs.resolve("newer-schema");
        assertThat(run(into, newerSchema).exitCode()).isZero();
        Files.writeString(newerSchema.resolve("schema"), "millrace-schema 2\nline text\n");
        Path foreign = Files.createDirectory(logs.resolve("foreign"));
        Files.writeString(foreign.resolve("metadata.cq4t"), "x", StandardCharsets.US_ASCII);

        assertRefused(run(into, newer), "newer version", newer.toString());
        assertRefused(run(into, newerSchema), "version=2", newerSchema.toString());
        assertRefused(run(List.of("export"), newerSchema), "version=2", newerSchema.toString());
        assertRefused(run(into, foreign), "something else than a queue", foreign.toString());
        assertRefused(run(into, dead("app").getParent()), "a logging journal is there");
        assertRefused(run(into, lines), "no directory: " + lines);
        assertRefused(
                run(List.of("import", "--format", "lines", newerSchema.toString()), logs), "a directory, no file");
    }
}
