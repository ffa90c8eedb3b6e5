package dev.millrace.cli.transfer;

import java.io.IOException;

/** The file that says what a queue's records hold cannot be used. */
final class SchemaException extends IOException {
    private static final long serialVersionUID = 1L;

    SchemaException(String message) {
        super(message);
    }
}
