package dev.millrace.cli.command;

import static dev.millrace.cli.JournalStates.assertRefused;
import static dev.millrace.cli.JournalStates.damage;
import static dev.millrace.cli.JournalStates.dead;
import static dev.millrace.cli.JournalStates.makeNewer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.JournalStates;
import dev.millrace.cli.Run;
import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command at several journals, one of which cannot be used. */
@Timeout(60)
class SeveralJournalsTest {
    @TempDir
    private Path logs;

    static Stream<List<String>> commands() {
        return JournalStates.searching().filter(command -> !command.get(0).equals("vacuum"));
    }

    private static Run run(List<String> command, Path... places) {
        return Run.of(Stream.concat(command.stream(), Stream.of(places).map(Path::toString))
                .toArray(String[]::new));
    }

    private static void assertReadBesides(Run run, Path unusable) {
        assertThat(run.out()).contains("event");
        assertThat(run.err()).hasLineCount(1).startsWith("millrace: ").contains(unusable.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadTheOthersBesideAJournalThatCannotBeUsed(List<String> command) throws IOException {
        Path newer = dead(logs, "app-1", 3);
        dead(logs, "app-2", 3);
        makeNewer(newer.resolve("control"));

        assertReadBesides(run(command, logs), newer);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadTheFoldersOfASharedDirectoryBesideAControlFileOfAnybody(List<String> command) throws IOException {
        dead(logs, "app-1", 3);
        Files.createFile(logs.resolve("control"));
        Files.setPosixFilePermissions(logs, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertReadBesides(run(command, logs), logs);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadTheOthersBesideAPlaceWithoutJournal(List<String> command) {
        Path nowhere = logs.resolve("nowhere");
        dead(logs, "app-1", 3);

        assertReadBesides(run(command, nowhere, logs), nowhere);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayOfEachThatItCannotBeUsedWhereNoneCan(List<String> command) {
        Run run = run(command, logs.resolve("nowhere"), logs.resolve("neither"));

        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(2).contains("nowhere", "neither");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shouldEndAsWithAJournalThatCannotBeUsedAlsoWhereNothingMatchesOrSomethingIsDamaged() throws IOException {
        Path nowhere = logs.resolve("nowhere");
        damage(dead(logs, "app-1", 5_000));

        assertThat(run(List.of("grep", "needle"), nowhere, logs).exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run(List.of("verify"), nowhere, logs).exitCode()).isEqualTo(ExitCode.REFUSED);
        assertRefused(run(List.of("cat"), nowhere), nowhere.toString());
    }
}
