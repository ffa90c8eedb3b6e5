package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What stands beside the jars in the archive of the command line. */
class ArchiveContentTest {
    private static final Path ARCHIVE = Path.of("target", "dist");

    @Test
    void shouldCarryItsLicence() throws IOException {
        assertThat(ARCHIVE.resolve("LICENSE")).hasSameTextualContentAs(Path.of("..", "LICENSE"));
        assertThat(Files.readString(ARCHIVE.resolve("NOTICE"))).contains("picocli", "Apache License, Version 2.0");
    }

    @Test
    void shouldSayHowItIsStarted() throws IOException {
        assertThat(Files.readString(ARCHIVE.resolve("README.md"))).contains("bin/millrace --help", "JDK 17");
        assertThat(ARCHIVE.resolve("bin/millrace")).hasSameTextualContentAs(Path.of("src", "main", "sh", "millrace"));
    }
}
