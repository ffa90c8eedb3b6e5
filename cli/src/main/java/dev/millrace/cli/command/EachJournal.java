package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Failures;
import dev.millrace.journal.JournalException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * Does something to journals, or to places that may have some, one after the other: one that cannot be used keeps it from
 * none of the others.
 */
final class EachJournal {
    private final Console console;
    private int exitCode = ExitCode.DONE;
    private boolean anyDone;

    EachJournal(Console console) {
        this.console = console;
    }

    /** What is done to one. */
    interface Work {
        void run() throws IOException;
    }

    void run(Work work) throws IOException {
        try {
            work.run();
            anyDone = true;
        } catch (CommandFailure | FileSystemException | JournalException e) {
            int code = Failures.handle(e, console);
            exitCode = exitCode == ExitCode.DONE ? code : exitCode;
        }
    }

    /** Whether some could be used, or there was none. */
    boolean wasOfUse() {
        return anyDone || exitCode == ExitCode.DONE;
    }

    /** That of the first one that could not be used. */
    int exitCode() {
        return exitCode;
    }

    /** The same; {@code code} where all could be used. */
    int exitCodeOr(int code) {
        return exitCode == ExitCode.DONE ? code : exitCode;
    }
}
