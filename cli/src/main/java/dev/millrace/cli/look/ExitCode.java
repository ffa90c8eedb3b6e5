package dev.millrace.cli.look;

/**
 * What a command's exit code says. The codes are part of the command line's contract and never change their meaning.
 *
 * @since 0.1.0
 */
public final class ExitCode {
    /** Done. Also when whoever read the output had enough of it and closed the pipe. */
    public static final int DONE = 0;

    /** Done, and nothing was found: no event matched. */
    public static final int NOTHING_FOUND = 1;

    /** The command line could not be understood: an unknown option, an impossible time, a broken expression. */
    public static final int USAGE = 2;

    /** What was named cannot be used: no journal there, no permission, a newer format, a live owner. */
    public static final int REFUSED = 3;

    /**
     * Done as far as possible, but something is damaged, or nothing matched and not all could be read; the error output says
     * what.
     */
    public static final int DAMAGED = 4;

    /** The output could not be written, for example because the disk is full. */
    public static final int OUTPUT_FAILED = 5;

    /** A mistake of the program itself. */
    public static final int INTERNAL = 70;

    private ExitCode() {}
}
