package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.select.TextSearch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Prints the events whose message or stack trace matches.
 *
 * @since 0.1.0
 */
@Command(
        name = "grep",
        mixinStandardHelpOptions = true,
        description = "Prints the events whose message or stack trace matches a regular expression.",
        footer = {
            "",
            "Exit code 1: nothing matched.",
            "",
            "Examples:",
            "  millrace grep timeout logs",
            "  millrace grep -F 'balance[7]' --since today logs",
            "  millrace grep -c -i 'refused|denied' -p error logs"
        })
public final class GrepCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SearchParameters search;

    @Mixin
    private FilterOptions filter;

    @Mixin
    private FormatOptions format;

    @Option(
            names = {"-F", "--fixed-strings"},
            description = "The expression is a plain text.")
    private boolean fixed;

    @Option(
            names = {"-i", "--ignore-case"},
            description = "Upper and lower case are the same.")
    private boolean ignoreCase;

    @Option(
            names = {"-c", "--count"},
            description = "Prints only how many events match.")
    private boolean countOnly;

    @Option(
            names = {"-m", "--max-count"},
            paramLabel = "COUNT",
            description = "Ends after COUNT events.")
    private long most = Long.MAX_VALUE;

    /** Creates the command. */
    public GrepCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (most <= 0) {
            throw CommandFailure.usage("-m: a count is positive: " + most);
        }
        if (countOnly && format.isGiven()) {
            throw CommandFailure.usage("-c prints a number only (leave it out, or -o, --json and --pattern)");
        }
        TextSearch text = TextSearch.of(search.expression(), fixed, ignoreCase);
        List<EventSource> sources = search.open();
        EventOutput output = format.open(console, sources).atMost(most);
        EventReading reading = new EventReading(sources, filter.criteria().with(text));
        long count;
        if (countOnly) {
            EventCounter counter = new EventCounter(most);
            reading.forward().drainTo(counter);
            count = counter.count();
            console.out().println(Long.toString(count));
        } else {
            reading.forward().drainTo(output);
            count = output.count();
        }
        console.out().flush();
        return Findings.tell(sources, console, count > 0 ? ExitCode.DONE : ExitCode.NOTHING_FOUND);
    }
}
