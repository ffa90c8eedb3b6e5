package dev.millrace.cli.look;

import java.io.IOException;

/** The output cannot be written. */
final class OutputFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    OutputFailedException(IOException cause) {
        super("the output cannot be written: " + cause.getMessage(), cause);
    }
}
