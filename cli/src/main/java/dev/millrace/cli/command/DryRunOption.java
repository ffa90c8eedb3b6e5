package dev.millrace.cli.command;

import picocli.CommandLine.Option;

/** The option of commands that change something. */
final class DryRunOption {
    @Option(names = "--dry-run", description = "Says what would be done, and does nothing.")
    private boolean dryRun;

    boolean isGiven() {
        return dryRun;
    }

    /** The words of what was done, or would be. */
    String words(String done, String wouldBeDone) {
        return dryRun ? wouldBeDone : done;
    }
}
