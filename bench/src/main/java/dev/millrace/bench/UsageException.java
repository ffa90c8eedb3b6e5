package dev.millrace.bench;

/** The command line cannot be understood; the message says which word and what is possible. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
