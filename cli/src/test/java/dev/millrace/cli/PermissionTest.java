package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command at a live journal that belongs to another user. */
@Timeout(120)
class PermissionTest {
    private static final List<List<String>> COMMANDS = JournalStates.commands().toList();

    @TempDir
    private Path home;

    private Path logs;
    private TestJournal journal;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(AsAnotherUser.isPossible(), "only root can become somebody else");
        set(home, "rwxr-xr-x");
        logs = Files.createDirectory(home.resolve("logs"));
        set(logs, "rwxr-xr-x");
        journal = TestJournal.in(logs).log(1, Levels.INFO, "x", "main", "event");
    }

    @AfterEach
    void close() {
        if (journal != null) {
            journal.close();
        }
    }

    private static void set(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private List<Run> runAll(Path place) throws Exception {
        List<List<String>> commands = new ArrayList<>();
        for (List<String> command : COMMANDS) {
            commands.add(
                    Stream.concat(command.stream(), Stream.of(place.toString())).toList());
        }
        List<Run> runs = AsAnotherUser.run(home, commands);
        assertThat(runs).hasSameSizeAs(COMMANDS);
        return runs;
    }

    private static void assertRefused(List<Run> runs, String place) {
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.err())
                    .hasLineCount(1)
                    .startsWith("millrace: no permission")
                    .contains(place);
            assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(run.out()).isEmpty();
        });
    }

    @Test
    void shouldSayWhoseJournalItIsThatMayNotBeRead() throws Exception {
        List<Run> runs = runAll(journal.directory());

        assertRefused(runs, "(run as the user that owns it)");
    }

    @Test
    void shouldSayThatADirectoryMayNotBeEntered() throws Exception {
        set(logs, "rwx------");

        assertRefused(runAll(logs), logs.toString());
    }

    @Test
    void shouldPassOverADirectoryBesideTheJournalThatMayNotBeEntered() throws Exception {
        open(logs);
        set(Files.createDirectory(logs.resolve("2026")), "rwx------");
        Path closed = Files.createDirectory(home.resolve("private"));
        set(closed, "rwx------");

        List<Run> runs = AsAnotherUser.run(
                home,
                List.of(
                        List.of("cat", logs.toString()),
                        List.of("vacuum", closed.toString(), logs.toString()),
                        List.of("cat", closed.toString())));

        assertThat(runs.get(0).err()).isEmpty();
        assertThat(runs.get(0).out()).contains("event");
        assertThat(runs.get(1).out()).contains("kept, ");
        assertThat(runs.get(1).err()).hasLineCount(1).contains("no permission: " + closed);
        assertThat(runs.get(1).exitCode()).isEqualTo(ExitCode.REFUSED);
        assertRefused(runs.subList(2, 3), closed.toString());
    }

    /** As in a temporary directory, where the first one has the plain name. */
    @Test
    void shouldReadOnesOwnFolderBesideThatOfAnotherUser() throws Exception {
        journal.close();
        Path mine = Files.move(logs.resolve(".millrace"), logs.resolve(".millrace-nobody"));
        open(mine);
        set(Files.createDirectory(logs.resolve(".millrace")), "rwx------");

        List<Run> runs = AsAnotherUser.run(home, List.of(List.of("cat", logs.toString())));

        assertThat(runs.get(0).err()).isEmpty();
        assertThat(runs.get(0).out()).contains("event");
        assertThat(runs.get(0).exitCode()).isZero();
    }

    @Test
    void shouldReadOnesOwnJournalBesideASlotOfAnotherUserThatMayNotBeEntered() throws Exception {
        open(logs);
        Path home = Files.createDirectories(logs.resolve(".millrace-bob/app"));
        Path closed = Files.createDirectory(home.resolve("0"));
        set(closed, "rwx------");

        Run run = AsAnotherUser.run(this.home, List.of(List.of("cat", logs.toString())))
                .get(0);

        assertThat(run.out()).contains("event");
        assertThat(run.err()).hasLineCount(1).contains("no permission: " + closed);
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shouldReadWhatASharedDirectoryHoldsBesideAFolderThatMayNotBeEntered() throws Exception {
        journal.close();
        Path itself = Files.move(journal.directory(), logs.resolve("1"));
        open(itself);
        set(logs.resolve(".millrace"), "rwx------");
        set(logs, "rwxrwxrwx");

        Run run = AsAnotherUser.run(home, List.of(List.of("cat", logs.toString())))
                .get(0);

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("event");
    }

    private static void open(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                set(file, Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--");
            }
        }
    }

    @Test
    void shouldReadTheOthersBesideAJournalWhoseFolderMayNotBeEntered() throws Exception {
        open(logs);
        Path closed = Files.createDirectory(logs.resolve(".millrace").resolve("app-0"));
        set(closed, "rwx------");

        List<Run> runs =
                AsAnotherUser.run(home, List.of(List.of("cat", logs.toString()), List.of("vacuum", logs.toString())));

        for (Run run : runs) {
            assertThat(run.err()).hasLineCount(1).contains("no permission: " + closed);
            assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        }
        assertThat(runs.get(0).out()).contains("event");
        assertThat(runs.get(1).out()).contains("kept, a live process owns it");
    }

    @Test
    void shouldReadAJournalThatMayBeReadAndChangeNothing() throws Exception {
        try (Stream<Path> files = Files.walk(logs)) {
            for (Path file : files.toList()) {
                set(file, Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--");
            }
        }
        byte[] control = Files.readAllBytes(journal.directory().resolve("control"));

        List<Run> runs = runAll(journal.directory());

        for (int index = 0; index < runs.size(); index++) {
            Run run = runs.get(index);
            String name = COMMANDS.get(index).get(0);
            if (name.equals("recover")) {
                assertThat(run.err())
                        .hasLineCount(1)
                        .contains(journal.directory().toString());
                assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
            } else {
                assertThat(run.err()).isEmpty();
                assertThat(run.exitCode()).isZero();
                assertThat(run.out()).contains(name.equals("vacuum") ? "kept, " : "event");
            }
        }
        assertThat(Files.readAllBytes(journal.directory().resolve("control"))).isEqualTo(control);
    }

    @Test
    void shouldSayWhatOfADeadJournalMayNotBeReadOrChanged() throws Exception {
        Path directory = journal.directory();
        journal.close();
        journal = null;
        try (Stream<Path> files = Files.walk(logs)) {
            for (Path file : files.toList()) {
                set(file, Files.isDirectory(file) ? "rwxr-xr-x" : "rw-r--r--");
            }
        }

        Run recovered = AsAnotherUser.run(home, List.of(List.of("recover", directory.toString())))
                .get(0);

        assertRefused(List.of(recovered), directory.toString());
        for (String name : List.of("0.seg", "dictionary")) {
            set(directory.resolve(name), "rw-------");
            assertRefused(
                    AsAnotherUser.run(
                            home,
                            List.of(List.of("cat", directory.toString()), List.of("verify", directory.toString()))),
                    "no permission: " + directory.resolve(name) + " (run as the user that owns it)");
            set(directory.resolve(name), "rw-r--r--");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recover", "recover --dry-run", "vacuum --force", "vacuum --force --dry-run"})
    void shouldSayWhoseJournalItIsThatRootMayNotChange(String command) throws Exception {
        Path directory = journal.directory();
        journal.close();
        journal = null;
        UserPrincipal nobody =
                home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        try (Stream<Path> files = Files.walk(logs)) {
            for (Path file : files.toList()) {
                Files.setOwner(file, nobody);
            }
        }
        byte[] control = Files.readAllBytes(directory.resolve("control"));

        Run run = Run.of((command + " " + logs).split(" "));

        assertThat(run.err())
                .isEqualTo("millrace: the journal belongs to another user: " + directory
                        + ", which is of nobody (run as that user)\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.out()).isEmpty();
        assertThat(Files.readAllBytes(directory.resolve("control"))).isEqualTo(control);
    }

    @Test
    void shouldImportNothingWhereNothingMayBeWrittenOrRead() throws Exception {
        Path lines = Files.writeString(home.resolve("lines"), "a\n");
        set(lines, "rw-------");
        Path readable = Files.writeString(home.resolve("readable"), "a\n");
        set(readable, "rw-r--r--");
        Path queue = home.resolve("queue");

        List<Run> runs = AsAnotherUser.run(
                home,
                List.of(
                        List.of("import", "--format", "lines", queue.toString(), lines.toString()),
                        List.of("import", "--format", "lines", queue.toString(), readable.toString())));

        assertThat(runs.get(0).err())
                .isEqualTo("millrace: no permission: " + lines + " (run as a user who may read it)\n");
        assertThat(runs.get(1).err())
                .isEqualTo("millrace: no permission: " + queue + " (run as a user who may write there)\n");
        assertThat(runs).extracting(Run::exitCode).containsOnly(ExitCode.REFUSED);
        assertThat(queue).doesNotExist();
    }
}
