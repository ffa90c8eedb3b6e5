package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Progress;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Renders what a journal holds again, as if it had been configured so.
 *
 * @since 0.1.0
 */
public final class RenderCommand implements Subcommand {
    private final Console console;

    private final FilterOptions filter = new FilterOptions();

    private final FormatOptions format = new FormatOptions();

    private final PlacesParameter places = new PlacesParameter();

    /** Creates the command. */
    public RenderCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of(
                        "render",
                        this,
                        "Renders all events of journals in another format: the log you wish you had configured.")
                .with(filter, format, places)
                .footer(
                        "Examples:",
                        "  millrace render --pattern '%%d %%-5level %%X{session} %%msg%%n' logs > again.log",
                        "  millrace render -o logstash logs | gzip > events.json.gz")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        if (!format.isGiven()) {
            throw CommandFailure.usage("render needs a format: --pattern PATTERN, or -o json, ecs or logstash");
        }
        Criteria criteria = filter.criteria();
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = places.open(each);
        if (sources.isEmpty()) {
            return each.exitCode();
        }
        EventOutput output = format.open(console, sources);
        EventReading reading = new EventReading(sources, criteria);
        try (Progress progress = Progress.ofPrinting(console, "rendering")) {
            reading.forward().drainTo((source, event) -> {
                boolean more = output.take(source, event);
                progress.at(sources.get(source).reader().readPosition(), output.count());
                return more;
            });
        }
        console.out().flush();
        return each.exitCodeOr(Findings.tell(sources, console, ExitCode.DONE));
    }
}
