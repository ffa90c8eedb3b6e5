package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamKindTest {
    private static final String WRITE_ONLY = "pos:\t0\nflags:\t0100001\nmnt_id:\t27\n";
    private static final String READ_AND_WRITE = "pos:\t0\nflags:\t02\n";
    private static final String READ_ONLY = "pos:\t0\nflags:\t0100000\n";

    @TempDir
    Path temporary;

    private Path process;

    @BeforeEach
    void makeProcess() throws IOException {
        process = temporary.resolve("1");
        Files.createDirectories(process.resolve("fd"));
        Files.createDirectories(process.resolve("fdinfo"));
    }

    /** JUnit would warn of links that lead out of its directory. */
    @AfterEach
    void removeLink() throws IOException {
        Files.deleteIfExists(process.resolve("fd/1"));
    }

    @ParameterizedTest
    @CsvSource({
        "pipe:[4711], PIPE",
        "socket:[4711], SOCKET",
        "/dev/pts/3, TERMINAL",
        "/dev/tty1, TERMINAL",
        "/dev/console, TERMINAL",
        "/dev/null, FILE"
    })
    void shouldTellByTheNameOfItsTarget(String target, StreamKind kind) throws IOException {
        descriptor(Path.of(target), READ_AND_WRITE);

        assertThat(StreamKind.of(process, 1)).isEqualTo(kind);
    }

    @Test
    void shouldTellAFileFromADescriptorThatWasClosedAndBelongsToTheVirtualMachineNow() throws IOException {
        Path file = Files.createFile(temporary.resolve("out.txt"));

        descriptor(file, WRITE_ONLY);
        assertThat(StreamKind.of(process, 1)).isEqualTo(StreamKind.FILE);

        Files.writeString(process.resolve("fdinfo/1"), READ_ONLY);
        assertThat(StreamKind.of(process, 1)).isEqualTo(StreamKind.CLOSED);
    }

    @Test
    void shouldTellTheTerminalOfAContainerFromOneThatWasOpenedInIt() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/console")), "no /dev/console");
        descriptor(Path.of("/dev/console"), READ_AND_WRITE);
        Path first = Files.createSymbolicLink(temporary.resolve("self"), Path.of("1"));

        assertThat(StreamKind.of(first, 1)).isEqualTo(StreamKind.CONTAINER);

        Files.delete(process.resolve("fd/1"));
        descriptor(Path.of("/dev/tty"), READ_AND_WRITE);
        assertThat(StreamKind.of(first, 1)).isEqualTo(StreamKind.TERMINAL);
    }

    @Test
    void shouldKnowThatADescriptorIsMissing() {
        assertThat(StreamKind.of(process, 1)).isEqualTo(StreamKind.CLOSED);
    }

    @Test
    void shouldKnowNothingWhereTheSystemDoesNotTell() {
        assertThat(StreamKind.of(temporary.resolve("absent"), 1)).isEqualTo(StreamKind.UNKNOWN);
    }

    private void descriptor(Path target, String information) throws IOException {
        Files.createSymbolicLink(process.resolve("fd/1"), target);
        Files.writeString(process.resolve("fdinfo/1"), information);
    }
}
