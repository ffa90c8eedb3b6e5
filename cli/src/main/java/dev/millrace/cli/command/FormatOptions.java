package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.EscapeFilter;
import dev.millrace.cli.print.EventPrinter;
import dev.millrace.cli.print.OutputFormat;
import dev.millrace.cli.print.Patterns;
import dev.millrace.cli.read.EventSource;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options that say what an event looks like. */
final class FormatOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text (the default), json, ecs, logstash.")
    private OutputFormat format;

    @Option(
            names = "--pattern",
            paramLabel = "PATTERN",
            description = "A pattern with Logback's conversion words, for text.")
    private String pattern;

    @Option(names = "--json", description = "The same as -o json.")
    private boolean json;

    @Option(names = "--raw", description = "Control characters in what was logged reach the output as they are.")
    private boolean raw;

    boolean isGiven() {
        return format != null || pattern != null || json;
    }

    /** A printer for each journal, onto the console's output. */
    EventOutput open(Console console, List<EventSource> sources) {
        OutputFormat chosen = format != null ? format : json ? OutputFormat.JSON : OutputFormat.TEXT;
        if (json && chosen != OutputFormat.JSON) {
            throw CommandFailure.usage(
                    "--json is -o json, not " + chosen.name().toLowerCase(Locale.ROOT) + " (leave one of them out)");
        }
        if (pattern != null && chosen != OutputFormat.TEXT) {
            throw CommandFailure.usage("--pattern belongs to text, not to "
                    + chosen.name().toLowerCase(Locale.ROOT) + " (leave one of them out)");
        }
        boolean colors = console.hasColors() && chosen == OutputFormat.TEXT;
        String wanted = pattern == null ? Patterns.DEFAULT : pattern;
        List<EventPrinter> printers =
                sources.stream().map(source -> chosen.printer(wanted, colors)).toList();
        return new EventOutput(printers, new EscapeFilter(console.out(), raw, colors));
    }
}
