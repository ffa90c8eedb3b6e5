package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Prints the events of journals.
 *
 * @since 0.1.0
 */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = "Prints the events of journals, of several merged by time.",
        footer = {
            "",
            "Examples:",
            "  millrace cat logs                          what the journal of logs/ holds",
            "  millrace cat -p warn --since -1h logs      warnings and errors of the last hour",
            "  millrace cat -n 100 --logger com.acme logs",
            "  millrace cat -o ecs logs | jq .message"
        })
public final class CatCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private FilterOptions filter;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PlacesParameter places;

    @Mixin
    private LinesOption lines;

    @Option(
            names = {"-r", "--reverse"},
            description = "The newest first.")
    private boolean reverse;

    /** Creates the command. */
    public CatCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        long most = lines.orElse(Long.MAX_VALUE);
        List<EventSource> sources = places.open();
        EventOutput output = format.open(console, sources);
        EventReading reading = new EventReading(sources, filter.criteria());
        if (reverse) {
            reading.backward().drainTo(output.atMost(most));
        } else if (lines.isGiven()) {
            reading.last(most, output);
        } else {
            reading.forward().drainTo(output);
        }
        console.out().flush();
        return Findings.tell(sources, console, ExitCode.DONE);
    }
}
