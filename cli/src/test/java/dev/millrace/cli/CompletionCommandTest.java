package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script is loaded into real shells. */
@Timeout(60)
class CompletionCommandTest {
    @TempDir
    private Path directory;

    private Path script;

    @BeforeEach
    void print() throws IOException {
        script = Files.writeString(
                directory.resolve("completion"), Run.of("completion").out());
    }

    private String run(String shell, String option, String program) throws Exception {
        assumeTrue(Files.isExecutable(Path.of(shell)), shell + " is not installed");
        ProcessBuilder builder = new ProcessBuilder(shell, option, "-c", program.formatted(script));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private String completed(String words, int current) throws Exception {
        return run(
                "/bin/bash",
                "--norc",
                "set -e; source '%s'; complete -p millrace >/dev/null; COMP_WORDS=(" + words + "); COMP_CWORD="
                        + current + "; _complete_millrace 2>/dev/null || true; echo \"${COMPREPLY[@]}\"");
    }

    @Test
    void shouldCompleteCommandsInBash() throws Exception {
        assertThat(completed("millrace gr", 1).strip()).isEqualTo("grep");
        assertThat(completed("millrace ''", 1).split("\\s+")).contains(Commands.NAMES.toArray(String[]::new));
    }

    @Test
    void shouldCompleteOptionsInBash() throws Exception {
        assertThat(completed("millrace cat --lo", 2).strip()).isEqualTo("--logger");
        assertThat(completed("millrace stat --by ''", 3).split("\\s+")).contains("events", "greatest");
        assertThat(completed("millrace cat -o j", 3).strip()).isEqualTo("json");
    }

    @Test
    void shouldLoadInZsh() throws Exception {
        String output = run(
                "/usr/bin/zsh", "-f", "autoload -U compinit && compinit -u -D; source '%s'; print ${_comps[millrace]}");

        assertThat(output).contains("_complete_millrace");
    }
}
