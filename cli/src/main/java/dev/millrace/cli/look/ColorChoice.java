package dev.millrace.cli.look;

import java.util.Locale;

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
    NEVER;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
