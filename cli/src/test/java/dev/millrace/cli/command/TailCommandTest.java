package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.cli.Main;
import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TailCommandTest {
    @TempDir
    private Path directory;

    private static void log(TestJournal journal, String... messages) {
        for (String message : messages) {
            journal.log(1, Levels.INFO, "x", "main", message);
        }
    }

    /** Prints what its tail prints until it is interrupted; the text so far is in {@code out}. */
    private static Thread follow(Path logs, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return follow(1, logs, out, err);
    }

    private static Thread follow(int lines, Path logs, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return follow(lines, List.of(logs), out, err);
    }

    private static Thread follow(int lines, List<Path> places, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        Console console = new Console(InputStream.nullInputStream(), out, err, false, false, Map.of());
        String[] arguments = Stream.concat(
                        Stream.of("tail", "-f", "-n", Integer.toString(lines), "--pattern", "%msg"),
                        places.stream().map(Path::toString))
                .toArray(String[]::new);
        Thread thread = new Thread(() -> Main.run(arguments, console));
        thread.start();
        return thread;
    }

    private static void await(ByteArrayOutputStream out, String... ends) {
        while (Stream.of(ends).noneMatch(out.toString(StandardCharsets.UTF_8)::endsWith)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldPrintTheLastEvents() {
        try (TestJournal journal = TestJournal.in(directory)) {
            log(journal, "a", "b", "c", "d");

            assertThat(Run.of(
                            "tail",
                            "-n",
                            "2",
                            "--pattern",
                            "%msg",
                            journal.directory().toString()))
                    .isEqualTo(new Run("c\nd\n", "", ExitCode.DONE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 10})
    void shouldPrintEachOfTheLastEventsOnceBeforeThoseToCome(int lines) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> last = List.of("a", "b", "c", "d", "e");
        try (TestJournal journal = TestJournal.in(directory);
                TestJournal second = TestJournal.in(directory, "other")) {
            log(journal, "a", "b", "c");
            log(second, "d", "e");
            Thread following = follow(lines, directory, out, err);
            while (following.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(1_000_000);
            }

            log(journal, "f");
            await(out, "f\n");

            following.interrupt();
            following.join();
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactlyElementsOf(
                        Stream.concat(last.stream().skip(Math.max(0, last.size() - lines)), Stream.of("f"))
                                .toList());
    }

    @Test
    void shouldFollowALiveJournalAndThenTheOneThatIsBegunAfterIt() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread following;
        try (TestJournal journal = TestJournal.in(directory)) {
            log(journal, "a", "b");
            following = follow(directory, out, err);
            await(out, "b\n");
            log(journal, "c");
            await(out, "b\nc\n");
            journal.journal().close(true);
        }

        try (TestJournal next = TestJournal.in(directory)) {
            log(next, "d");
            await(out, "b\nc\nd\n");
        }

        following.interrupt();
        following.join();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("a new journal was begun");
    }

    @Test
    void shouldFollowAProcessThatIsStartedBesideTheOther() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (TestJournal journal = TestJournal.in(directory)) {
            log(journal, "a");
            Thread following = follow(directory, out, err);
            await(out, "a\n");

            try (TestJournal second = TestJournal.in(directory)) {
                log(second, "b");
                await(out, "a\nb\n");
                log(journal, "c");
                await(out, "a\nb\nc\n");
                log(second, "d");
                await(out, "a\nb\nc\nd\n");
            }

            following.interrupt();
            following.join();
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("/1: another journal was begun");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFollowWhatIsBegunWhileAnotherPlaceHasNoneOrIsGone(boolean gone) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Path first = directory.resolve("first");
        Path later = Files.createDirectory(directory.resolve("later"));
        Path none = Files.createDirectory(directory.resolve("none"));
        try (TestJournal journal = TestJournal.in(first)) {
            log(journal, "a");
            Thread following = follow(1, List.of(first, later, none), out, err);
            await(out, "a\n");

            if (gone) {
                Files.delete(none);
            }
            try (TestJournal second = TestJournal.in(later)) {
                log(second, "b");
                await(out, "a\nb\n");
            }

            following.interrupt();
            following.join();
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .hasLineCount(3)
                .contains("no journal here: " + later, "no journal here: " + none, "another journal was begun");
    }

    /** The owner makes it after the rest. */
    @Test
    void shouldFollowAJournalWhoseDictionaryIsNotThereYet() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (TestJournal journal = TestJournal.in(directory)) {
            Path dictionary = journal.directory().resolve("dictionary");
            Path elsewhere = Files.move(dictionary, directory.resolve("elsewhere"));
            Thread following = follow(directory, out, err);
            while (following.getState() != Thread.State.TIMED_WAITING) {
                LockSupport.parkNanos(1_000_000);
            }

            Files.move(elsewhere, dictionary);
            log(journal, "a", "a", "a");
            await(out, "]\n", "a\na\na\n");

            following.interrupt();
            following.join();
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\na\na\n");
    }

    @Test
    void shouldGoOnWhereTheLastRunOfThatNameEnded() {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", directory.resolve("state").toString());
        Path logs = directory.resolve("logs");
        String[] arguments = {"tail", "--cursor", "shipper", "--pattern", "%msg", logs.toString()};
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a", "b");
            ByteArrayOutputStream first = new ByteArrayOutputStream();
            ByteArrayOutputStream second = new ByteArrayOutputStream();

            int code = Main.run(
                    arguments, new Console(InputStream.nullInputStream(), first, first, false, false, environment));
            log(journal, "c");
            Main.run(arguments, new Console(InputStream.nullInputStream(), second, second, false, false, environment));

            assertThat(code).isZero();
            assertThat(first.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\n");
            assertThat(second.toString(StandardCharsets.UTF_8)).isEqualTo("c\n");
        }
    }

    @Test
    void shouldLeaveToTheNextRunWhatComesBehindATime() throws IOException {
        Path logs = directory.resolve("logs");
        Path state = directory.resolve("state");
        try (TestJournal journal = TestJournal.in(logs);
                TestJournal other = TestJournal.in(logs, "other")) {
            for (int second = 1; second < 6; second++) {
                journal.log(1_000_000L * second, Levels.INFO, "x", "main", "at {}", second);
            }
            other.log(2_500_000, Levels.INFO, "x", "main", "other");

            assertThat(withCursor(state, logs, "--until", "@3")).isEqualTo(new Run("at 1\nat 2\nother\n", "", 0));
            assertThat(withCursor(state, logs, "--until", "@3")).isEqualTo(new Run("", "", 0));
            journal.log(6_000_000, Levels.INFO, "x", "main", "at 6");
            assertThat(withCursor(state, logs, "--until", "@5")).isEqualTo(new Run("at 3\nat 4\n", "", 0));
            assertThat(withCursor(state, logs)).isEqualTo(new Run("at 5\nat 6\n", "", 0));
        }
    }

    private Run withCursor(Path logs) {
        return withCursor(directory.resolve("state"), logs);
    }

    private static Run withCursor(Path state, Path logs, String... options) {
        return withCursor("shipper", state, logs, options);
    }

    private static Run withCursor(String name, Path state, Path logs, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> environment = Map.of("XDG_STATE_HOME", state.toString());
        int code = Main.run(
                Stream.concat(
                                Stream.of("tail", "--cursor", name, "--pattern", "%msg", logs.toString()),
                                Stream.of(options))
                        .toArray(String[]::new),
                new Console(InputStream.nullInputStream(), out, err, false, false, environment));
        return new Run(out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), code);
    }

    @Test
    void shouldRememberOneJournalForEachDirectory() throws IOException {
        Path beside = directory.resolve("beside");
        try (TestJournal other = TestJournal.in(beside)) {
            log(other, "other");
            assertThat(withCursor(beside).out()).isEqualTo("other\n");
            for (String message : List.of("a", "b", "c")) {
                try (TestJournal journal = TestJournal.in(directory.resolve("logs"))) {
                    log(journal, message);

                    assertThat(withCursor(directory.resolve("logs"))).isEqualTo(new Run(message + "\n", "", 0));
                    journal.journal().close(true);
                }
            }
            log(other, "more");

            assertThat(withCursor(beside).out()).isEqualTo("more\n");
        }
        assertThat(Files.readAllLines(directory.resolve("state/millrace/cursors/shipper")))
                .filteredOn(line -> line.contains("@"))
                .hasSize(2);
    }

    @Test
    void shouldKeepEachCursorWhateverTheOthersAreCalled() {
        Path logs = directory.resolve("logs");
        Path state = directory.resolve("state");
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a");
            assertThat(withCursor("shipper.new", state, logs).out()).isEqualTo("a\n");
            log(journal, "b");
            assertThat(withCursor("shipper", state, logs).out()).isEqualTo("a\nb\n");

            assertThat(withCursor("shipper.new", state, logs)).isEqualTo(new Run("b\n", "", 0));
        }
    }

    /** No event would ever be new to it. */
    @Test
    void shouldRefuseACursorThatStandsBehindTheJournal() throws IOException {
        Path cursor = directory.resolve("state/millrace/cursors/shipper");
        Path logs = directory.resolve("logs");
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a");
            assertThat(withCursor(logs).out()).isEqualTo("a\n");
            Files.writeString(cursor, Files.readString(cursor).replaceFirst("=[0-9]+\n$", "=99999999999992\n"));

            assertThat(withCursor(logs))
                    .isEqualTo(new Run(
                            "",
                            "millrace: not a cursor: " + cursor + " (remove it to begin anew)\n",
                            ExitCode.REFUSED));
        }
    }

    @Test
    void shouldSayWhichCursorIsNone() throws IOException {
        Path cursor = Files.createDirectories(directory.resolve("state/millrace/cursors"))
                .resolve("shipper");
        Path logs = directory.resolve("logs");
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a");
            Files.write(cursor, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

            assertThat(withCursor(logs))
                    .isEqualTo(new Run(
                            "",
                            "millrace: not a cursor: " + cursor + " (remove it to begin anew)\n",
                            ExitCode.REFUSED));

            Files.delete(cursor);
            Files.createDirectory(cursor);

            assertThat(withCursor(logs))
                    .isEqualTo(new Run(
                            "",
                            "millrace: the cursor cannot be read: " + cursor + ": Is a directory\n",
                            ExitCode.REFUSED));
        }
    }

    /** As in a container whose user has no home. */
    @Test
    void shouldSayWhereACursorMayBeKeptWhenItsPlaceCannotBeMade() {
        Path state = Path.of("/proc/home");
        assumeTrue(Files.isDirectory(state.getParent()), state.getParent() + " is Linux's");
        Path logs = directory.resolve("logs");
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a");

            assertThat(withCursor(state, logs))
                    .isEqualTo(new Run(
                            "a\n",
                            "millrace: the cursor cannot be written: /proc/home/millrace/cursors/shipper:"
                                    + " no permission, or no such directory: /proc/home (what was printed comes again;"
                                    + " set XDG_STATE_HOME to a directory of yours)\n",
                            ExitCode.OUTPUT_FAILED));
        }
    }

    /** What the cursor is written to first is a disk without room. */
    @Test
    void I5_shouldSayThatACursorCannotBeWrittenAndPrintTheSameAgain() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), full + " is Linux's");
        Path state = directory.resolve("state");
        Path cursor = Files.createDirectories(state.resolve("millrace/cursors")).resolve("shipper");
        Path fresh = Files.createSymbolicLink(cursor.resolveSibling(".shipper.new"), full);
        Path logs = directory.resolve("logs");
        String[] arguments = {"tail", "--cursor", "shipper", "--pattern", "%msg", logs.toString()};
        try (TestJournal journal = TestJournal.in(logs)) {
            log(journal, "a", "b");
            for (int run = 0; run < 2; run++) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ByteArrayOutputStream err = new ByteArrayOutputStream();

                int code = Main.run(
                        arguments,
                        new Console(
                                InputStream.nullInputStream(),
                                out,
                                err,
                                false,
                                false,
                                Map.of("XDG_STATE_HOME", state.toString())));

                assertThat(code).isEqualTo(ExitCode.OUTPUT_FAILED);
                assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\n");
                assertThat(err.toString(StandardCharsets.UTF_8))
                        .isEqualTo("millrace: the cursor cannot be written: " + cursor
                                + ": No space left on device (what was printed comes again)\n");
                assertThat(cursor).doesNotExist();
            }
            Files.delete(fresh);
        }
    }

    @Test
    void shouldRefuseANameThatIsAPath() {
        try (TestJournal journal = TestJournal.in(directory)) {
            Run run = Run.of("tail", "--cursor", "../x", journal.directory().toString());

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).hasLineCount(1).contains("--cursor: no name: ../x");
        }
    }
}
