package dev.millrace.layout.pattern;

/** Escape sequences of terminals. */
final class Ansi {
    /** Back to the terminal's own colour. */
    static final String RESET = "\u001b[0;39m";

    private Ansi() {}

    /** The sequence of a code such as {@code 1;31}. */
    static String of(String code) {
        return "\u001b[" + code + "m";
    }
}
