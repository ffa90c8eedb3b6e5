package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ManualCommandTest {
    private static final Path FULL_DISK = Path.of("/dev/full");

    @TempDir
    private Path directory;

    static List<String> commands() {
        return Commands.NAMES;
    }

    @Test
    void shouldWriteAPageForEachCommand() throws IOException {
        Run run = Run.of("manual", "--directory", directory.toString());

        assertThat(run).isEqualTo(new Run("", "", ExitCode.DONE));
        try (Stream<Path> pages = Files.list(directory)) {
            Set<String> names = pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet());
            assertThat(names)
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of("millrace.1"), commands().stream().map("millrace-%s.1"::formatted))
                            .toList());
        }
    }

    @Test
    void I7_shouldNameThePageForWhichTheDiskHasNoRoom() throws IOException {
        assumeTrue(Files.exists(FULL_DISK), FULL_DISK + " is Linux's");
        Path page = Files.createSymbolicLink(directory.resolve("millrace-cat.1"), FULL_DISK);

        Run run = Run.of("manual", "--directory", directory.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.err())
                .isEqualTo("millrace: the page cannot be written: " + page + ": No space left on device\n");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldBreakNoExampleOfTheHelp(String command) {
        String help = Run.of(command, "--help").out();

        List<String> examples = help.lines()
                .dropWhile(line -> !line.startsWith("Example"))
                .skip(1)
                .filter(line -> !line.isEmpty())
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("  ").hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldTellEveryOptionThatTheHelpTells(String command) {
        String help = Run.of(command, "--help").out();

        String page = Run.of("manual", command).out();

        assertThat(help).contains("Example");
        List<String> options = Stream.of(help.split("[\\s,=\\[\\]]+"))
                .filter(word -> word.matches("--[a-z-]+"))
                .distinct()
                .map(word -> word.replace("-", "\\-"))
                .toList();
        assertThat(page).startsWith(".TH MILLRACE-").contains(".SH EXAMPLES").contains(options);
        assertThat(options).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldBeReadByGroffWithoutAWarning(String command) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not installed");
        Path page = Files.writeString(
                directory.resolve("page.1"), Run.of("manual", command).out());

        Process groff = new ProcessBuilder("/usr/bin/groff", "-man", "-ww", "-Tascii", "-P-cbu", page.toString())
                .redirectErrorStream(true)
                .start();
        String shown = new String(groff.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

        assertThat(groff.waitFor()).isZero();
        assertThat(shown).contains("SYNOPSIS", "millrace " + command).doesNotContain("warning:");
    }

    @Test
    void shouldTellAnUnknownCommandInOneLine() {
        Run run = Run.of("manual", "kat");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo("millrace: no command: kat (millrace --help tells them)\n");
    }
}
