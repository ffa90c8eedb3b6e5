package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Progress;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Renders what a journal holds again, as if it had been configured so.
 *
 * @since 0.1.0
 */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        description = "Renders all events of journals in another format: the log you wish you had configured.",
        footer = {
            "",
            "Examples:",
            "  millrace render --pattern '%%d %%-5level %%X{session} %%msg%%n' logs > again.log",
            "  millrace render -o logstash logs | gzip > events.json.gz"
        })
public final class RenderCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private FilterOptions filter;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PlacesParameter places;

    /** Creates the command. */
    public RenderCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (!format.isGiven()) {
            throw CommandFailure.usage("render needs a format: --pattern PATTERN, or -o json, ecs or logstash");
        }
        List<EventSource> sources = places.open();
        EventOutput output = format.open(console, sources);
        EventReading reading = new EventReading(sources, filter.criteria());
        try (Progress progress = new Progress(console, "rendering", 0)) {
            reading.forward().drainTo((source, event) -> {
                boolean more = output.take(source, event);
                progress.at(sources.get(source).reader().readPosition(), output.count());
                return more;
            });
        }
        console.out().flush();
        return Findings.tell(sources, console, ExitCode.DONE);
    }
}
