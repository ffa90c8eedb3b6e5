package dev.millrace.cli.command;

import static dev.millrace.cli.JournalStates.assertOneLine;
import static dev.millrace.cli.JournalStates.damage;
import static dev.millrace.cli.JournalStates.overwrite;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.JournalStates;
import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command at a damaged, a foreign, a newer, an empty, a missing and a live journal. */
@Timeout(60)
class JournalStatesTest {
    /** Where a control file has the position of its first cursor. */
    private static final long FIRST_POSITION_OFFSET = 4096 + 128;

    @TempDir
    private Path logs;

    static Stream<List<String>> commands() {
        return JournalStates.searching();
    }

    private Run run(List<String> command) {
        return JournalStates.run(command, logs);
    }

    private Path dead(int events) {
        return JournalStates.dead(logs, "app-1", events);
    }

    private static boolean writes(List<String> command) {
        return command.get(0).equals("recover") || command.get(0).equals("vacuum");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayWhereThereIsNoJournal(List<String> command) {
        assertOneLine(run(command), ExitCode.REFUSED, "no journal here: ", "millrace.journal.retain");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayThatAPlaceIsNotThere(List<String> command) {
        logs = logs.resolve("nowhere");

        assertOneLine(run(command), ExitCode.REFUSED, "no such directory: ");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadAnEmptyJournal(List<String> command) {
        dead(0);

        Run run = run(command);

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(command.get(0).equals("grep") ? ExitCode.NOTHING_FOUND : ExitCode.DONE);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTakeTheFolderOfOneUserInASharedDirectory(List<String> command) throws IOException {
        dead(1);
        logs = Files.move(logs.resolve(".millrace"), logs.resolve(".millrace-bob"));

        Run run = run(command);

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTakeTheFoldersOfAllUsersInASharedDirectory(List<String> command) throws IOException {
        dead(1);
        Files.move(logs.resolve(".millrace"), logs.resolve(".millrace-bob"));
        Files.createDirectory(logs.resolve(".millrace"));

        Run run = run(command);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldReadALiveJournalAndRefuseToChangeIt(List<String> command) throws IOException {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1, Levels.INFO, "x", "main", "event");
            byte[] control = Files.readAllBytes(journal.directory().resolve("control"));

            Run run = run(command);

            if (command.get(0).equals("recover")) {
                assertOneLine(run, ExitCode.REFUSED, "a live process owns the journal ");
            } else {
                assertThat(run.err()).isEmpty();
                assertThat(run.exitCode()).isZero();
                assertThat(run.out()).contains(writes(command) ? "kept, a live process owns it" : "event");
            }
            assertThat(Files.readAllBytes(journal.directory().resolve("control")))
                    .isEqualTo(control);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldRefuseAControlFileThatIsNone(List<String> command) throws IOException {
        Path directory = dead(3);
        overwrite(directory.resolve("control"), 0, "not a journal at all".getBytes(StandardCharsets.US_ASCII));

        assertOneLine(run(command), ExitCode.REFUSED, directory.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldPassOverDamage(List<String> command) throws IOException {
        damage(dead(5_000));

        Run run = run(command);

        if (command.get(0).equals("vacuum")) {
            assertThat(run.out()).contains("kept, sink FILE has events to write");
        } else if (command.get(0).equals("recover")) {
            assertThat(run.exitCode()).isZero();
            boolean dry = command.size() > 1;
            assertThat(run.out())
                    .contains(dry ? "can be kept, at most " : "what was passed over is told on standard error")
                    .doesNotContain(dry ? " is told on" : " B ");
            assertThat(run.err()).contains(dry ? "" : "damaged bytes were skipped: bytes=");
        } else if (command.get(0).equals("verify")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
            assertThat(run.out()).contains("DAMAGED");
        } else if (!command.get(0).equals("tail")) {
            assertOneLine(run, ExitCode.DAMAGED, "damaged and were passed over");
        }
    }

    @Test
    void shouldMakeADamagedJournalWhole() throws IOException {
        shouldPassOverDamage(List.of("recover"));

        Run verify = run(List.of("verify"));

        assertThat(verify.exitCode()).isZero();
        assertThat(verify.out()).contains("whole, ");
    }

    @Test
    void shouldSeeThatOnlyPaddingIsBehindTheSinks() {
        TestJournal journal = TestJournal.in(logs, "app");
        journal.log(1, Levels.INFO, "com.acme.Shop", "main", "event {}", 0);
        journal.deliver();
        journal.close();
        assertThat(run(List.of("recover")).exitCode()).isZero();

        assertThat(run(List.of("stat")).out()).contains("0 B");
        assertThat(run(List.of("vacuum")).out())
                .contains("what sinks have written are retained")
                .doesNotContain("has events to write");
    }

    @Test
    void shouldKeepWhatIsRetainedUnlessAskedFor() throws IOException {
        TestJournal journal = TestJournal.retaining(logs, 1 << 20);
        journal.journal().cursor("FILE");
        journal.log(1, Levels.INFO, "com.acme.Shop", "main", "event {}", 0);
        journal.deliver();
        journal.close();

        Run kept = run(List.of("vacuum"));

        assertThat(kept.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(journal.directory() + ": kept, ")
                                .endsWith(" with what sinks have written are retained (use --older-than or --force)"),
                        line -> assertThat(line).isEqualTo("freed: 0 B"));
        assertThat(kept.exitCode()).isZero();
        assertThat(run(List.of("cat")).out()).contains("event 0");
        assertThat(run(List.of("vacuum", "--older-than", "7d")).out()).contains("kept, used since then");
        assertThat(run(List.of("vacuum", "--force", "--dry-run")).out()).contains("would be removed, ");

        Files.setLastModifiedTime(
                journal.directory().resolve("control"),
                FileTime.from(Instant.now().minus(Duration.ofDays(8))));

        assertThat(run(List.of("vacuum", "--older-than", "7d")).out()).contains("removed, ");
        assertThat(journal.directory()).doesNotExist();
    }

    @Test
    void shouldRemoveWhatIsRetainedByForce() {
        TestJournal journal = TestJournal.in(logs);
        journal.log(1, Levels.INFO, "com.acme.Shop", "main", "event {}", 0);
        journal.deliver();
        journal.close();

        assertThat(run(List.of("vacuum", "--force")).out()).contains("removed, ");
        assertThat(journal.directory()).doesNotExist();
    }

    @Test
    void shouldRemoveOnlyWhatHasNothingToWriteUnlessForced() {
        Path directory = dead(3);

        assertThat(run(List.of("vacuum")).out()).contains("kept, sink FILE has events to write");
        assertThat(directory).exists();
        assertThat(run(List.of("vacuum", "--force", "--older-than", "7d")).out())
                .contains("kept, used since then");
        assertThat(run(List.of("vacuum", "--force", "--dry-run")).out()).contains("would be removed");
        assertThat(directory).exists();
        assertThat(run(List.of("vacuum", "--force")).out()).contains("removed, ", "freed: ");
        assertThat(directory).doesNotExist();
    }

    private static void movePosition(Path journal, long position) throws IOException {
        overwrite(
                journal.resolve("control"),
                FIRST_POSITION_OFFSET,
                ByteBuffer.allocate(Long.BYTES)
                        .putLong(Long.reverseBytes(position))
                        .array());
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 50, Long.MAX_VALUE, Long.MIN_VALUE, 12, (1L << 50) + 4})
    void I6_shouldKeepEverythingForASinkWhosePositionIsDamaged(long position) throws IOException {
        Path directory = dead(3);
        movePosition(directory, position);
        Files.setLastModifiedTime(
                directory.resolve("control"), FileTime.from(Instant.now().minus(Duration.ofDays(8))));

        Run run = run(List.of("vacuum", "--older-than", "7d"));

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("kept, sink FILE has events to write");
        assertThat(directory).exists();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 50, Long.MAX_VALUE, Long.MIN_VALUE, 12, (1L << 50) + 4})
    void I6_shouldSayThatAllWaitsForASinkWhosePositionIsDamaged(long position) throws IOException {
        movePosition(dead(3), position);

        Run run = run(List.of("stat", "--json"));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        JsonNode facts = new ObjectMapper().readTree(run.out());
        assertThat(facts.get("sinks").get(0).get("waitingBytes").asLong())
                .isEqualTo(facts.get("bytes").asLong());
    }

    @Test
    void shouldMakeControlCharactersInTheNameOfASinkVisible() {
        try (TestJournal journal = TestJournal.retaining(logs, 1 << 20)) {
            journal.journal().cursor("FILE\u001b]0;x\u0007");
            journal.log(1, Levels.INFO, "com.acme.Shop", "main", "event");
        }

        assertThat(run(List.of("vacuum")).out())
                .contains("kept, sink FILE\\x1b]0;x\\x07 has events to write")
                .doesNotContain("\u001b", "\u0007");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "verify"})
    void shouldPrintOneObjectAJournal(String command) throws IOException {
        dead(250);

        JsonNode facts =
                new ObjectMapper().readTree(run(List.of(command, "--json")).out());

        assertThat(facts.get("events").asLong()).isEqualTo(250);
        assertThat(facts.get("owner").asText()).isIn("NONE", "UNKNOWN");
    }

    @Test
    void shouldShowTheSlowestTemplate() throws IOException {
        TestJournal.in(logs)
                .log(1, Levels.INFO, "x", "main", "often {}", 3)
                .log(2, Levels.INFO, "x", "main", "often {}", 3)
                .log(3, Levels.INFO, "x", "main", "never a number {}", "bob")
                .log(4, Levels.INFO, "x", "main", "query {} took {} ms", "bob", 99)
                .close();

        JsonNode usual =
                new ObjectMapper().readTree(run(List.of("stat", "--json")).out());
        JsonNode slowest = new ObjectMapper()
                .readTree(run(List.of("stat", "--json", "--by", "greatest", "--top", "1"))
                        .out());

        assertThat(usual.get("templates").get(0).get("template").asText()).isEqualTo("often {}");
        assertThat(slowest.get("templates")).hasSize(1);
        assertThat(slowest.get("templates").get(0).get("template").asText()).isEqualTo("query {} took {} ms");
        assertThat(slowest.get("templates").get(0).get("greatest").asDouble()).isEqualTo(99);
    }

    @Test
    void shouldVacuumWhatAShellMakesOfAStar() throws IOException {
        Path removed = JournalStates.dead(logs.resolve("one"), "app-1", 0);
        Path live = logs.resolve("three");
        Files.createDirectories(logs.resolve("two"));
        Files.writeString(logs.resolve("two.log"), "x");
        try (TestJournal journal = TestJournal.in(live)) {
            Run run = Run.of(
                    "vacuum",
                    logs.resolve("one").toString(),
                    live.toString(),
                    logs.resolve("two").toString(),
                    logs.resolve("two.log").toString());

            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("1/0: removed, ", "1/0: kept, a live process owns it", "freed: ");
            assertThat(removed).doesNotExist();
            assertThat(journal.directory()).exists();
        }

        Run nothing = Run.of("vacuum", logs.resolve("two").toString(), logs.toString());

        assertThat(nothing).isEqualTo(new Run("freed: 0 B\n", "", ExitCode.DONE));
    }

    @Test
    void shouldGoOnBehindAPlaceThatCannotBeLookedAt() throws IOException {
        Path removed = JournalStates.dead(logs.resolve("one"), "app-1", 0);
        Path dangling = Files.createSymbolicLink(logs.resolve("dangling"), Path.of("nowhere"));

        Run run = Run.of("vacuum", dangling.toString(), logs.resolve("one").toString());

        assertThat(run.err()).hasLineCount(1).contains("no such directory: " + dangling);
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.out()).contains("1/0: removed, ", "freed: ");
        assertThat(removed).doesNotExist();
    }

    @Test
    void shouldGoOnBehindAJournalThatCannotBeUsed() throws IOException {
        JournalStates.makeNewer(JournalStates.dead(logs, "app-2", 3).resolve("control"));
        Path third = JournalStates.dead(logs, "app-3", 3);
        try (TestJournal live = TestJournal.in(logs, "app-1")) {
            Run recovered = Run.of("recover", logs.toString());

            assertThat(recovered.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(recovered.err().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).contains("a live process owns the journal "),
                            line -> assertThat(line).contains("newer version"));
            assertThat(recovered.out()).isEqualTo(third + ": 3 events kept, 0 B passed over\n");

            Run vacuumed = Run.of("vacuum", "--force", logs.toString());

            assertThat(vacuumed.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(vacuumed.err()).hasLineCount(1).contains("newer version");
            assertThat(vacuumed.out()).contains(live.directory() + ": kept", third + ": removed, ", "freed: ");
        }
    }
}
