package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What stands beside the jars in the archive of the command line. */
class ArchiveContentTest {
    private static final Path ARCHIVE = Path.of("target", "dist");
    private static final int JAVA_17 = 61;

    @Test
    void shouldCarryItsLicence() throws IOException {
        assertThat(ARCHIVE.resolve("LICENSE")).hasSameTextualContentAs(Path.of("..", "LICENSE"));
        assertThat(Files.readString(ARCHIVE.resolve("NOTICE"))).contains("picocli", "Apache License, Version 2.0");
    }

    @Test
    void shouldHoldOnlyClassFilesThatAnArchiveOfClassesTakes() throws IOException {
        try (DataInputStream parser =
                new DataInputStream(Main.class.getResourceAsStream("/picocli/CommandLine.class"))) {
            assertThat(parser.readInt()).isEqualTo(0xCAFEBABE);
            assertThat(parser.readUnsignedShort()).isZero();
            assertThat(parser.readUnsignedShort())
                    .as("version of the class file")
                    .isGreaterThanOrEqualTo(JAVA_17);
        }
    }

    @Test
    void shouldSayHowItIsStarted() throws IOException {
        assertThat(Files.readString(ARCHIVE.resolve("README.md"))).contains("bin/millrace --help", "JDK 17");
        assertThat(ARCHIVE.resolve("bin/millrace")).hasSameTextualContentAs(Path.of("src", "main", "sh", "millrace"));
    }
}
