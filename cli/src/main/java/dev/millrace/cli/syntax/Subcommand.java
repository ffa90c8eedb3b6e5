package dev.millrace.cli.syntax;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command of the command line; called once its arguments are there, it returns the exit code.
 *
 * @since 0.1.0
 */
public interface Subcommand extends Callable<Integer> {
    /** What it takes and what its help says. Calling it has its arguments arrive in this object. */
    CommandSpec syntax();
}
