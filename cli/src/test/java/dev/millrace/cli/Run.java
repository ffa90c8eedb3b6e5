package dev.millrace.cli;

import dev.millrace.cli.look.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One command run inside the test's JVM: what it printed and how it ended.
 *
 * @param out everything on its output
 * @param err everything on its error output
 * @param exitCode one of {@link dev.millrace.cli.look.ExitCode}
 */
public record Run(String out, String err, int exitCode) {
    /** Runs with nothing on its input and no terminal anywhere. */
    public static Run of(String... arguments) {
        return with(new ByteArrayInputStream(new byte[0]), arguments);
    }

    /** Runs with that input. */
    public static Run with(InputStream in, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Main.run(arguments, new Console(in, out, err, false, false, Map.of()));
        return new Run(out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), exitCode);
    }
}
