package dev.millrace.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIdentityTest {
    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = dir.resolve("above/logs/app.log");
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        assertThat(FileIdentity.of(file)).isNotIn(FileIdentity.NONE, FileIdentity.UNKNOWN);
    }

    @Test
    void shouldNotTakeAFileForGoneWhoseNameCannotBeAsked() throws IOException {
        Files.move(dir.resolve("above"), dir.resolve("moved"));
        Files.createSymbolicLink(dir.resolve("above"), dir.resolve("above"));

        assertThat(FileIdentity.of(file)).isEqualTo(FileIdentity.UNKNOWN);
    }

    @Test
    void shouldTakeAFileForGoneThatWasRemoved() throws IOException {
        Files.delete(file);
        assertThat(FileIdentity.of(file)).isEqualTo(FileIdentity.NONE);

        Files.delete(file.getParent());
        assertThat(FileIdentity.of(file)).isEqualTo(FileIdentity.NONE);
    }

    @Test
    void shouldTakeAFileForGoneWhereAFileStandsInThePlaceOfAFolder() throws IOException {
        Files.move(dir.resolve("above"), dir.resolve("moved"));
        Files.createFile(dir.resolve("above"));

        assertThat(FileIdentity.of(file)).isEqualTo(FileIdentity.NONE);
    }
}
