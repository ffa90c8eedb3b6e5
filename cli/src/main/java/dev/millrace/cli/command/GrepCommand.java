package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.select.TextSearch;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the events whose message or stack trace matches.
 *
 * @since 0.1.0
 */
public final class GrepCommand implements Subcommand {
    private final Console console;

    private final SearchParameters search = new SearchParameters();

    private final FilterOptions filter = new FilterOptions();

    private final FormatOptions format = new FormatOptions();

    private final Given<Boolean> fixed = Given.flag("-F", "--fixed-strings").says("The expression is a plain text.");

    private final Given<Boolean> ignoreCase =
            Given.flag("-i", "--ignore-case").says("Upper and lower case are the same.");

    private final Given<Boolean> countOnly = Given.flag("-c", "--count").says("Prints only how many events match.");

    private final Given<Long> most = Given.option(long.class, "COUNT", "-m", "--max-count")
            .orElse(Long.MAX_VALUE)
            .says("Ends after COUNT events.");

    /** Creates the command. */
    public GrepCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("grep", this, "Prints the events whose message or stack trace matches a regular expression.")
                .with(search, filter, format, fixed, ignoreCase, countOnly, most)
                .footer(
                        "Exit code 1: nothing matched.",
                        "",
                        "Examples:",
                        "  millrace grep timeout logs",
                        "  millrace grep -F 'balance[7]' --since today logs",
                        "  millrace grep -c -i 'refused|denied' -p error logs")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        if (most.value() <= 0) {
            throw CommandFailure.usage("-m: a count is positive: " + most.value());
        }
        if (countOnly.value() && format.isGiven()) {
            throw CommandFailure.usage("-c prints a number only (leave it out, or -o, --json and --pattern)");
        }
        TextSearch text = TextSearch.of(search.expression(), fixed.value(), ignoreCase.value());
        Criteria criteria = filter.criteria().with(text);
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = search.open(each);
        if (sources.isEmpty()) {
            return each.exitCode();
        }
        EventOutput output = format.open(console, sources).atMost(most.value());
        EventReading reading = new EventReading(sources, criteria);
        long count;
        if (countOnly.value()) {
            EventCounter counter = new EventCounter(most.value());
            reading.forward().drainTo(counter);
            count = counter.count();
            console.out().println(Long.toString(count));
        } else {
            reading.forward().drainTo(output);
            count = output.count();
        }
        console.out().flush();
        return each.exitCodeOr(Findings.tell(sources, console, count > 0 ? ExitCode.DONE : ExitCode.NOTHING_FOUND));
    }
}
