package dev.millrace.cli.command;

import static dev.millrace.cli.JournalStates.assertRefused;
import static dev.millrace.cli.JournalStates.dead;
import static dev.millrace.cli.JournalStates.foreign;
import static dev.millrace.cli.JournalStates.makeNewer;
import static dev.millrace.cli.JournalStates.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.JournalStates;
import dev.millrace.cli.Run;
import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    @TempDir
    private Path logs;

    static Stream<List<String>> commands() {
        return JournalStates.commands();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldRefuseAJournalOfANewerVersion(List<String> command) throws IOException {
        Path directory = dead(logs, "app", 100);
        makeNewer(directory.resolve("control"));
        byte[] control = Files.readAllBytes(directory.resolve("control"));

        assertRefused(run(command, directory), "newer version", "version=2", directory.toString());
        assertThat(Files.readAllBytes(directory.resolve("control"))).isEqualTo(control);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldRefuseADictionaryOfANewerVersion(List<String> command) throws IOException {
        Path directory = dead(logs, "app", 100);
        makeNewer(directory.resolve("dictionary"));

        assertRefused(run(command, directory), "version", directory.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldNotTakeTheSegmentsOfAnotherJournalForItsOwn(List<String> command) throws IOException {
        Path directory = dead(logs, "app", 100);
        Path other = dead(logs, "other", 100);
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
        Path queue = foreign(logs.resolve("chronicle"));

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
        assertRefused(run(into, dead(logs, "app", 100).getParent()), "a logging journal is there");
        assertRefused(run(into, lines), "no directory: " + lines);
        assertRefused(
                run(List.of("import", "--format", "lines", newerSchema.toString()), logs), "a directory, no file");
    }
}
