package dev.millrace.cli.command;

import static dev.millrace.cli.JournalStates.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.JournalStates;
import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command at a journal whose control file was cut, so that the next start has set it aside. */
@Timeout(60)
class SetAsideJournalTest {
    @TempDir
    private Path logs;

    static Stream<List<String>> commands() {
        return JournalStates.commands();
    }

    static Stream<List<String>> searching() {
        return JournalStates.searching().filter(command -> !command.get(0).equals("vacuum"));
    }

    /** Cuts the control file of a journal, and lets the service start and end, which leaves an empty one. */
    private Path setAside() throws IOException {
        Path journal = JournalStates.dead(logs, "app-1", 3);
        JournalStates.cut(journal.resolve("control"), 100);
        TestJournal.in(logs).close();
        return onlySetAside(journal.getParent());
    }

    private static Path onlySetAside(Path home) throws IOException {
        try (Stream<Path> children = Files.list(home)) {
            return children.filter(child -> child.toString().contains(".damaged-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void removeTheOther() {
        assertThat(Run.of("vacuum", logs.resolve(".millrace/app-1/0").toString())
                        .out())
                .contains("0: removed, ");
    }

    @ParameterizedTest
    @MethodSource("searching")
    void shouldNameItWhereThereIsNoOther(List<String> command) throws IOException {
        Path aside = setAside();
        removeTheOther();

        for (Path place : List.of(logs, logs.resolve(".millrace"), aside.getParent())) {
            assertRefused(
                    JournalStates.run(command, place),
                    "no journal here: " + place + ", but 1 set aside as damaged: " + aside + " (");
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayWhatItIs(List<String> command) throws IOException {
        Path aside = setAside();

        Run run = JournalStates.run(command, aside);

        if (command.get(0).equals("vacuum")) {
            assertThat(run.out()).startsWith(aside + ": kept, ");
        } else {
            assertRefused(run, "set aside as damaged: " + aside + " (", "strings", "vacuum --force");
        }
        assertThat(aside).exists();
    }

    @Test
    void shouldCountSeveral() throws IOException {
        Path aside = setAside();
        Files.createDirectory(aside.resolveSibling("0.damaged-1790000000000"));
        removeTheOther();

        Run run = Run.of("cat", logs.toString());

        assertRefused(run, "but 2 set aside as damaged: ", " and others (");
    }

    @Test
    void shouldReadTheJournalBesideIt() throws IOException {
        setAside();
        TestJournal.in(logs)
                .log(1, Levels.INFO, "com.acme.Shop", "main", "beside")
                .close();

        Run run = Run.of("cat", logs.toString());

        assertThat(run.out()).hasLineCount(1).contains("beside");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldBeNamedWhereTheJournalBesideItIsVerified() throws IOException {
        Path aside = setAside();

        Run run = Run.of("verify", logs.toString());

        assertThat(run.out()).hasLineCount(1).contains(": whole, ");
        assertThat(run.err()).hasLineCount(1).contains("set aside as damaged: " + aside + " (");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void shouldRemoveItOnlyWhenAskedFor() throws IOException {
        Path aside = setAside();
        removeTheOther();

        Run kept = Run.of("vacuum", logs.toString());

        assertThat(kept.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(kept.out()).matches("\\Q" + aside + "\\E: kept, \\S+ \\w+ that were set aside as damaged .*\n.*\n");
        assertThat(Run.of("vacuum", "--older-than", "7d", logs.toString()).out())
                .contains("kept, set aside since then");
        assertThat(Run.of("vacuum", "--force", "--dry-run", logs.toString()).out())
                .contains(aside + ": would be removed, ");
        assertThat(aside).exists();

        Run removed = Run.of("vacuum", "--force", logs.toString());

        assertThat(removed.out()).contains(aside + ": removed, ").doesNotContain("freed: 0 B");
        assertThat(logs).isEmptyDirectory();
    }

    @Test
    void shouldRemoveAnOldOneOfSeveralPlacesBesideALiveJournal() throws IOException {
        Path aside = setAside();
        Path old = Files.move(aside, aside.resolveSibling("0.damaged-1000000000000"));
        try (TestJournal live = TestJournal.in(logs)) {
            Run run = Run.of("vacuum", "--older-than", "7d", logs.toString(), "nowhere-at-all");

            assertThat(run.out()).contains(live.directory() + ": kept, a live process", old + ": removed, ");
            assertThat(old).doesNotExist();
            assertThat(live.directory()).exists();
        }
    }

    @Test
    void shouldLeaveTheOnesOfAQueueAlone() throws IOException {
        Path aside = Files.createDirectories(logs.resolve("visits").resolve("0.damaged-1000000000000"));

        assertRefused(Run.of("vacuum", "--force", aside.toString()), "not a logging journal: " + aside);
        assertThat(aside).exists();
    }
}
