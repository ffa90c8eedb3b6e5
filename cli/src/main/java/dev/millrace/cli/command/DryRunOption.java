package dev.millrace.cli.command;

import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import picocli.CommandLine.Model.CommandSpec;

/** The option of commands that change something. */
final class DryRunOption implements Arguments {
    private final Given<Boolean> dryRun = Given.flag("--dry-run").says("Says what would be done, and does nothing.");

    @Override
    public void addTo(CommandSpec command) {
        dryRun.addTo(command);
    }

    boolean isGiven() {
        return dryRun.value();
    }

    /** The words of what was done, or would be. */
    String words(String done, String wouldBeDone) {
        return dryRun.value() ? wouldBeDone : done;
    }
}
