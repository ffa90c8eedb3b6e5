package dev.millrace.cli.look;

import java.io.IOException;

/** Whoever read the output has closed it: the command has nothing more to do. */
final class OutputClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    OutputClosedException(IOException cause) {
        super("the output was closed by its reader", cause);
    }
}
