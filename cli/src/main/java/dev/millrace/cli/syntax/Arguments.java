package dev.millrace.cli.syntax;

import picocli.CommandLine.Model.CommandSpec;

/**
 * An option or a parameter, or several that belong together.
 *
 * @since 0.1.0
 */
public interface Arguments {
    /** Adds them to what a command takes. */
    void addTo(CommandSpec command);
}
