package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalForwardTest {
    @TempDir
    Path dir;

    @Test
    void shouldLeadToAnotherHomeUntilItIsRemoved() throws IOException {
        Path home = dir.resolve("new/.millrace/b");
        Path journals = dir.resolve("old/.millrace/a");

        JournalForward.put(home, journals);
        JournalForward.put(home, journals);

        assertThat(JournalForward.targets(home)).containsExactly(journals.toAbsolutePath());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
        JournalForward.remove(home, journals);
        assertThat(JournalForward.targets(home)).isEmpty();
        assertThat(home.getParent()).doesNotExist();
    }

    @Test
    void shouldLeaveAHomeThatOthersUse() throws IOException {
        Path home = dir.resolve(".millrace/b");
        JournalForward.put(home, dir.resolve("a"));
        Files.createDirectory(home.resolve("0"));

        JournalForward.remove(home, dir.resolve("a"));

        assertThat(home.resolve("0")).exists();
        assertThat(JournalForward.holdsJournals(home, dir)).isTrue();
        assertThat(JournalForward.holdsJournals(home, home.resolve("0"))).isFalse();
    }

    @Test
    void shouldFindNothingWhereNothingIs() throws IOException {
        assertThat(JournalForward.targets(dir.resolve("missing"))).isEmpty();
        assertThat(JournalForward.holdsJournals(dir.resolve("missing"), dir)).isFalse();

        JournalForward.put(dir.resolve(".millrace/b"), dir.resolve("a"));

        assertThat(JournalForward.holdsJournals(dir.resolve(".millrace/b"), dir))
                .isFalse();
    }

    @Test
    void shouldNotTakeAnEmptyNoteForTheWorkingDirectory() throws IOException {
        Path home = Files.createDirectory(dir.resolve("home"));
        Files.createFile(home.resolve("from-0"));
        Files.writeString(home.resolve("from-1"), "relative");

        assertThat(JournalForward.targets(home)).isEmpty();
    }

    @Test
    void shouldReplaceALongerNoteOfTheSameName() throws IOException {
        Path home = dir.resolve(".millrace/b");
        JournalForward.put(home, dir.resolve("a"));
        try (Stream<Path> notes = Files.list(home)) {
            Files.writeString(
                    notes.findFirst().orElseThrow(),
                    dir.resolve("a/of/somebody/else").toString());
        }

        JournalForward.put(home, dir.resolve("a"));

        assertThat(JournalForward.targets(home)).containsExactly(dir.resolve("a"));
    }

    @Test
    void shouldNotFollowALinkToANote() throws IOException {
        Path elsewhere = Files.writeString(dir.resolve("elsewhere"), "/tmp/other");
        Path home = Files.createDirectory(dir.resolve("home"));
        Files.createSymbolicLink(home.resolve("from-1"), elsewhere);

        assertThat(JournalForward.targets(home)).isEmpty();
    }
}
