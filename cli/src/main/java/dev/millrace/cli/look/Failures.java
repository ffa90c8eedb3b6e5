package dev.millrace.cli.look;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Turns what a command threw into a line and an exit code.
 *
 * @since 0.1.0
 */
public final class Failures {
    private Failures() {}

    /** Tells the user, if there is anything to tell, and returns the exit code. */
    public static int handle(Throwable caught, Console console) {
        // What a directory's stream throws while it is walked.
        boolean wrapped = caught instanceof UncheckedIOException || caught instanceof DirectoryIteratorException;
        Throwable thrown = wrapped ? caught.getCause() : caught;
        if (thrown instanceof OutputClosedException) {
            return ExitCode.DONE;
        }
        if (thrown instanceof CommandFailure failure) {
            console.tell(failure.getMessage());
            return failure.exitCode();
        }
        if (thrown instanceof OutputFailedException) {
            console.tell(thrown.getMessage());
            return ExitCode.OUTPUT_FAILED;
        }
        if (thrown instanceof IOException failure) {
            console.tell(sentence(failure));
            return ExitCode.REFUSED;
        }
        if (thrown instanceof InvalidPathException invalid) {
            console.tell("no name of a file here: " + invalid.getInput() + " (with LC_ALL=C.UTF-8 it may be one)");
            return ExitCode.REFUSED;
        }
        if (thrown instanceof OutOfMemoryError) {
            console.tell("not enough memory: " + thrown.getMessage() + " (JAVA_TOOL_OPTIONS=-Xmx2g gives 2 GB)");
            return ExitCode.REFUSED;
        }
        if (thrown instanceof InternalError) {
            // So the JVM tells of a page of a file that it cannot reach.
            console.tell(
                    "a file was cut while it was read, or its disk fails: " + thrown.getMessage() + " (run it again)");
            return ExitCode.REFUSED;
        }
        console.tell("a mistake of this program: " + thrown
                + (console.variable("MILLRACE_DEBUG") == null ? " (MILLRACE_DEBUG=1 shows where)" : ""));
        if (console.variable("MILLRACE_DEBUG") != null) {
            thrown.printStackTrace(console.err());
        }
        return ExitCode.INTERNAL;
    }

    private static String sentence(IOException failure) {
        if (failure instanceof AccessDeniedException denied) {
            return "no permission: " + denied.getFile() + " (run as the user that owns it)";
        }
        if (failure instanceof NoSuchFileException missing) {
            return "no such file: " + missing.getFile();
        }
        if (failure instanceof FileAlreadyExistsException there) {
            return "is there already: " + there.getFile();
        }
        if (failure instanceof NotDirectoryException file) {
            return "no directory: " + file.getFile();
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
