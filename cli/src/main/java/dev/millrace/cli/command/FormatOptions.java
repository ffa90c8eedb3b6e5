package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.EscapeFilter;
import dev.millrace.cli.print.EventPrinter;
import dev.millrace.cli.print.OutputFormat;
import dev.millrace.cli.print.Patterns;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** The options that say what an event looks like. */
final class FormatOptions implements Arguments {
    private final Given<OutputFormat> output = Given.option(OutputFormat.class, "FORMAT", "-o", "--output")
            .says("text (the default), json, ecs, logstash.");
    private final Given<String> pattern = Given.option(String.class, "PATTERN", "--pattern")
            .says("A pattern with Logback's conversion words, for text.");
    private final Given<Boolean> json = Given.flag("--json").says("The same as -o json.");
    private final Given<Boolean> raw =
            Given.flag("--raw").says("Control characters in what was logged reach the output as they are.");

    @Override
    public void addTo(CommandSpec command) {
        output.addTo(command);
        pattern.addTo(command);
        json.addTo(command);
        raw.addTo(command);
    }

    boolean isGiven() {
        return output.value() != null || pattern.value() != null || json.value();
    }

    /** A printer for each journal, onto the console's output. */
    EventOutput open(Console console, List<EventSource> sources) {
        OutputFormat chosen =
                output.value() != null ? output.value() : json.value() ? OutputFormat.JSON : OutputFormat.TEXT;
        if (json.value() && chosen != OutputFormat.JSON) {
            throw CommandFailure.usage(
                    "--json is -o json, not " + chosen.name().toLowerCase(Locale.ROOT) + " (leave one of them out)");
        }
        if (pattern.value() != null && chosen != OutputFormat.TEXT) {
            throw CommandFailure.usage("--pattern belongs to text, not to "
                    + chosen.name().toLowerCase(Locale.ROOT) + " (leave one of them out)");
        }
        boolean colors = console.hasColors() && chosen == OutputFormat.TEXT;
        String wanted = pattern.value() == null ? Patterns.DEFAULT : pattern.value();
        List<EventPrinter> printers = sources.stream()
                .map(source -> chosen.printer(wanted, colors, console::tell))
                .toList();
        return new EventOutput(printers, new EscapeFilter(console.out(), raw.value(), colors));
    }
}
