package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import picocli.CommandLine.Option;

/** How many of the last events are printed. */
final class LinesOption {
    @Option(
            names = {"-n", "--lines"},
            paramLabel = "COUNT",
            description = "The last COUNT events only; for tail 10 unless said otherwise.")
    private Long lines;

    boolean isGiven() {
        return lines != null;
    }

    /** The number, or what it is without the option. */
    long orElse(long count) {
        if (lines != null && lines < 0) {
            throw CommandFailure.usage("-n: a count is not negative: " + lines);
        }
        return lines == null ? count : lines;
    }
}
