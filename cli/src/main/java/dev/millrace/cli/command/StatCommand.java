package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.read.JournalStatistics;
import dev.millrace.cli.read.TemplateOrder;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Sums journals up.
 *
 * @since 0.1.0
 */
public final class StatCommand implements Subcommand {
    private final Console console;

    private final FilterOptions filter = new FilterOptions();

    private final PlacesParameter places = new PlacesParameter();

    private final JsonOption json = new JsonOption();

    private final Given<Integer> top = Given.option(int.class, "COUNT", "--top")
            .orElse(10)
            .says("How many loggers and templates are shown, 10 unless said otherwise.");

    private final Given<TemplateOrder> by = Given.option(TemplateOrder.class, "ORDER", "--by")
            .orElse(TemplateOrder.EVENTS)
            .says("Which templates come first: events (the default), mean, greatest.");

    /** Creates the command. */
    public StatCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of(
                        "stat",
                        this,
                        "Sums journals up: events, times, sinks, levels, loggers, templates and their numbers.")
                .with(filter, places, json, top, by)
                .footer(
                        "A template's mean and greatest number are those of its duration, which a unit of time follows "
                                + "('took {} ms'), or else of its last argument that is a number. The slowest has the greatest.",
                        "",
                        "Examples:",
                        "  millrace stat logs",
                        "  millrace stat --by greatest --top 1 logs      the slowest template",
                        "  millrace stat --since -1h -p warn logs",
                        "  millrace stat --json logs | jq '.templates[0]'")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        if (top.value() < 0) {
            throw CommandFailure.usage("--top: a count is not negative: " + top.value());
        }
        Criteria criteria = filter.criteria();
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = places.open(each);
        if (sources.isEmpty()) {
            return each.exitCode();
        }
        for (EventSource source : sources) {
            each.run(() -> sumUp(source, criteria));
        }
        return each.exitCodeOr(Findings.tell(sources, console, ExitCode.DONE));
    }

    private void sumUp(EventSource source, Criteria criteria) throws IOException {
        JournalStatistics statistics = new JournalStatistics(source);
        new EventReading(List.of(source), criteria).forward().drainTo(statistics);
        Map<String, Object> facts = statistics.facts(top.value(), by.value());
        if (!json.print(console, facts)) {
            console.out().print(new StatisticsText(facts).text());
        }
    }
}
