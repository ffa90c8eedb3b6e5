package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import picocli.CommandLine.Model.CommandSpec;

/** How many of the last events are printed. */
final class LinesOption implements Arguments {
    private final Given<Long> lines = Given.option(Long.class, "COUNT", "-n", "--lines")
            .says("The last COUNT events only; for tail 10 unless said otherwise.");

    @Override
    public void addTo(CommandSpec command) {
        lines.addTo(command);
    }

    boolean isGiven() {
        return lines.value() != null;
    }

    /** The number, or what it is without the option. */
    long orElse(long count) {
        Long given = lines.value();
        if (given != null && given < 0) {
            throw CommandFailure.usage("-n: a count is not negative: " + given);
        }
        return given == null ? count : given;
    }
}
