package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.read.JournalStatistics;
import dev.millrace.cli.read.TemplateOrder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sums journals up.
 *
 * @since 0.1.0
 */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = "Sums journals up: events, times, sinks, levels, loggers, templates and their numbers.",
        footer = {
            "",
            "A template's mean and greatest number are those of its duration, which a unit of time follows "
                    + "('took {} ms'), or else of its last argument that is a number. The slowest has the greatest.",
            "",
            "Examples:",
            "  millrace stat logs",
            "  millrace stat --by greatest --top 1 logs      the slowest template",
            "  millrace stat --since -1h -p warn logs",
            "  millrace stat --json logs | jq '.templates[0]'"
        })
public final class StatCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private FilterOptions filter;

    @Mixin
    private PlacesParameter places;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--top",
            paramLabel = "COUNT",
            description = "How many loggers and templates are shown, 10 unless said otherwise.")
    private int top = 10;

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            description = "Which templates come first: events (the default), mean, greatest.")
    private TemplateOrder by = TemplateOrder.EVENTS;

    /** Creates the command. */
    public StatCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (top < 0) {
            throw CommandFailure.usage("--top: a count is not negative: " + top);
        }
        List<EventSource> sources = places.open();
        for (EventSource source : sources) {
            JournalStatistics statistics = new JournalStatistics(source);
            new EventReading(List.of(source), filter.criteria()).forward().drainTo(statistics);
            Map<String, Object> facts = statistics.facts(top, by);
            if (!json.print(console, facts)) {
                console.out().print(new StatisticsText(facts).text());
            }
        }
        return Findings.tell(sources, console, ExitCode.DONE);
    }
}
