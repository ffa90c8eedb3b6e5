package dev.millrace.layout.pattern;

/** A pattern that cannot be read at all. */
final class BrokenPatternException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    BrokenPatternException(String message, int column) {
        super(message);
        this.column = column;
    }

    /** Where in the pattern, counted from 1. */
    int column() {
        return column;
    }
}
