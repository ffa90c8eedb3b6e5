package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the events of journals.
 *
 * @since 0.1.0
 */
public final class CatCommand implements Subcommand {
    private final Console console;

    private final FilterOptions filter = new FilterOptions();

    private final FormatOptions format = new FormatOptions();

    private final PlacesParameter places = new PlacesParameter();

    private final LinesOption lines = new LinesOption();

    private final Given<Boolean> reverse = Given.flag("-r", "--reverse").says("The newest first.");

    /** Creates the command. */
    public CatCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("cat", this, "Prints the events of journals, of several merged by time.")
                .with(filter, format, places, lines, reverse)
                .footer(
                        "Examples:",
                        "  millrace cat logs                        what the journal of logs/ holds",
                        "  millrace cat -p warn --since -1h logs    warnings and errors of an hour",
                        "  millrace cat -n 100 --logger com.acme logs",
                        "  millrace cat -o ecs logs | jq .message")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        long most = lines.orElse(Long.MAX_VALUE);
        Criteria criteria = filter.criteria();
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = places.open(each);
        if (sources.isEmpty()) {
            return each.exitCode();
        }
        EventOutput output = format.open(console, sources);
        EventReading reading = new EventReading(sources, criteria);
        if (reverse.value()) {
            reading.backward().drainTo(output.atMost(most));
        } else if (lines.isGiven()) {
            reading.last(most, output);
        } else {
            reading.forward().drainTo(output);
        }
        console.out().flush();
        return each.exitCodeOr(Findings.tell(sources, console, ExitCode.DONE));
    }
}
