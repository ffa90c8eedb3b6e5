package dev.millrace.cli.look;

/**
 * When colours are printed.
 *
 * @since 0.1.0
 */
public enum ColorChoice {
    /** On a terminal, unless {@code NO_COLOR} is set or the terminal is a dumb one. */
    AUTO,
    /** Always. */
    ALWAYS,
    /** Never. */
    NEVER
}
