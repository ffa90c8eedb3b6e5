package dev.millrace.cli.look;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command reads and prints, and what is known of the other end.
 *
 * <p>Not thread-safe: it belongs to the thread that runs the command.
 *
 * @since 0.1.0
 */
public final class Console {
    private static final String NAME = "millrace: ";

    private final InputStream in;
    private final Output out;
    private final PrintStream err;
    private final boolean outIsTerminal;
    private final boolean errIsTerminal;
    private final Map<String, String> environment;
    private ColorChoice colors = ColorChoice.AUTO;

    /**
     * Creates a console.
     *
     * @param out takes the output as it comes, without collecting
     * @param environment the process's, for {@code NO_COLOR}, {@code TERM}, {@code COLUMNS}
     */
    public Console(
            InputStream in,
            OutputStream out,
            OutputStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Map<String, String> environment) {
        this.in = in;
        this.out = new Output(out);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.outIsTerminal = outIsTerminal;
        this.errIsTerminal = errIsTerminal;
        this.environment = Map.copyOf(environment);
    }

    /** The process's own streams. Which of them are terminals is known on Linux; elsewhere none is taken for one. */
    public static Console ofProcess() {
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                isTerminal(1),
                isTerminal(2),
                System.getenv());
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** The input, as it comes. */
    public InputStream in() {
        return in;
    }

    /** The output. It is flushed when the command ends; who follows something flushes when nothing more is there. */
    public Output out() {
        return out;
    }

    /** The error output. */
    public PrintStream err() {
        return err;
    }

    /** Prints one line of news or error, with the program's name before it and without control characters. */
    public void tell(String message) {
        err.println(NAME + Escapes.neutralised(message));
    }

    /** Sets what the user chose. */
    public void colors(ColorChoice choice) {
        colors = choice;
    }

    /** Whether the output has colours. */
    public boolean hasColors() {
        return switch (colors) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                outIsTerminal && environment.getOrDefault("NO_COLOR", "").isEmpty() && !isDumb();
        };
    }

    /** Whether the output is a terminal. */
    public boolean outIsTerminal() {
        return outIsTerminal;
    }

    /** Whether the error output is a terminal that can take back what it shows. */
    public boolean showsProgress() {
        return errIsTerminal && !isDumb();
    }

    private boolean isDumb() {
        return "dumb".equals(environment.get("TERM"));
    }

    /** A variable of the process's environment; null when it is not set. */
    public String variable(String name) {
        return environment.get(name);
    }
}
