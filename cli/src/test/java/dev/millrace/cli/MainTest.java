package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void shouldShowEveryCommandWithoutArguments() {
        Run run = Run.of();

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(Commands.NAMES);
    }

    @Test
    void shouldTellAnUnknownOptionInOneLine() {
        Run run = Run.of("completion", "--nonsense\u001b[31m");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith("millrace: ")
                .contains("--nonsense\\x1b[31m", "millrace completion --help");
    }

    @Test
    void shouldTellAnUnknownCommandInOneLine() {
        Run run = Run.of("kat");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("'kat'");
    }

    @Test
    void shouldPrintACompletionScriptWithEveryCommand() {
        Run run = Run.of("completion");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("#!/usr/bin/env bash").contains(Commands.NAMES);
    }

    @Test
    void shouldEndQuietlyWhenTheReaderClosesThePipe() {
        assertEndsWith("Broken pipe", ExitCode.DONE, "");
    }

    @Test
    void shouldSayWhenTheOutputCannotBeWritten() {
        assertEndsWith(
                "No space left on device",
                ExitCode.OUTPUT_FAILED,
                "millrace: the output cannot be written: No space left on device\n");
    }

    private static void assertEndsWith(String reason, int exitCode, String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException(reason);
            }
        };

        int code = Main.run(
                new String[] {"completion"},
                new Console(InputStream.nullInputStream(), failing, err, false, false, Map.of()));

        assertThat(code).isEqualTo(exitCode);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(line);
    }
}
