package dev.millrace.cli.look;

import java.nio.file.Path;

/**
 * Ends a command with one line on the error output: what is wrong, where, and what to do.
 *
 * @since 0.1.0
 */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Creates a failure; the message is the whole line without the program's name. */
    public CommandFailure(int exitCode, String message) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    /** A failure because of what was typed. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /** A failure because of what the command was pointed at. */
    public static CommandFailure refused(String message) {
        return new CommandFailure(ExitCode.REFUSED, message);
    }

    /** One of {@link ExitCode}. */
    public int exitCode() {
        return exitCode;
    }

    /**
     * A place, unless its name is empty: the directory at hand to Java, and to everybody else a variable of a script that
     * is not set.
     */
    public static Path requireNamed(Path place) {
        if (place.toString().isEmpty()) {
            throw usage("a place is empty (write . for this directory)");
        }
        return place;
    }
}
