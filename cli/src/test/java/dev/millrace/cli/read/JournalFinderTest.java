package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalFinderTest {
    @TempDir
    private Path temporary;

    private Path place;

    @BeforeEach
    void setUp() throws IOException {
        place = Files.createDirectory(temporary.resolve("place")).toRealPath();
    }

    private void permit(String permissions) throws IOException {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(permissions));
    }

    private Path journal(String path) throws IOException {
        Path directory = Files.createDirectories(place.resolve(path));
        Files.createFile(directory.resolve("control"));
        return directory;
    }

    /** As in a temporary directory. */
    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1/2"})
    void shouldFindTheFoldersOfASharedDirectoryWhateverElseAnybodyHasPutThere(String planted) throws IOException {
        permit("rwxrwxrwx");
        Path service = journal(".millrace-bob/app/0");
        Path other = journal(planted);

        assertThat(JournalFinder.findAny(place)).containsExactlyInAnyOrder(service, other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0/0"})
    void shouldTakeAJournalOrQueueForItselfWhereNobodyElseWrites(String path) throws IOException {
        permit("rwxrwxr-x");
        journal(".millrace/app/0");
        Path journal = journal(path);

        assertThat(JournalFinder.findAny(place)).containsExactly(journal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0"})
    void shouldFindAQueueInASharedDirectory(String path) throws IOException {
        permit("rwxrwxrwx");
        Path journal = journal(path);

        assertThat(JournalFinder.findAny(place)).containsExactly(journal);
    }
}
