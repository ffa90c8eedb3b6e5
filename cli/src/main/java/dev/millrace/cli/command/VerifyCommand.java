package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Escapes;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Progress;
import dev.millrace.cli.look.Sizes;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.SetAsideJournal;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Reads journals to their end and says what is whole.
 *
 * @since 0.1.0
 */
public final class VerifyCommand implements Subcommand {
    private final Console console;

    private final PlacesParameter places = new PlacesParameter();

    private final JsonOption json = new JsonOption();

    /** Creates the command. */
    public VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("verify", this, "Reads journals to their end: headers, seals, holes, events.")
                .with(places, json)
                .footer(
                        "Exit code 4: something is damaged. A journal of a live process may be verified, too.",
                        "",
                        "Example:",
                        "  millrace verify logs")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = places.open(each);
        boolean damaged = false;
        for (EventSource source : sources) {
            each.run(() -> verify(source));
            damaged |= source.isDamaged();
        }
        if (!sources.isEmpty()) {
            for (Path aside : places.setAside()) {
                console.tell(SetAsideJournal.told(aside));
            }
        }
        return each.exitCodeOr(damaged ? ExitCode.DAMAGED : ExitCode.DONE);
    }

    private void verify(EventSource source) throws IOException {
        long fromPosition = source.reader().readPosition();
        read(source);
        long bytes =
                source.reader().readPosition() - fromPosition - source.reader().overtakenBytes();
        if (!json.print(console, facts(source, bytes))) {
            console.out().println(line(source, bytes));
        }
    }

    private void read(EventSource source) throws IOException {
        long from = source.reader().readPosition();
        try (Progress progress = new Progress(console, "verifying", 0)) {
            source.readToEnd(() -> progress.at(source.reader().readPosition() - from, source.events()));
        }
    }

    private static Map<String, Object> facts(EventSource source, long bytes) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("journal", source.directory());
        facts.put("owner", source.owner());
        facts.put("bytes", bytes);
        facts.put("events", source.events());
        facts.put("otherRecords", source.foreignRecords());
        facts.put("damagedBytes", source.reader().damagedBytes());
        facts.put("brokenSegments", source.reader().brokenSegments().size());
        facts.put("lacksTexts", source.dictionary().lacksEntries());
        facts.put("holeBytes", source.reader().holeBytes());
        facts.put("overtakenBytes", source.reader().overtakenBytes());
        facts.put("rebooted", source.reader().rebooted());
        return facts;
    }

    /** What is told of a journal of which so many bytes were read. */
    static String line(EventSource source, long bytes) {
        long damagedBytes = source.reader().damagedBytes();
        long holeBytes = source.reader().holeBytes();
        StringBuilder line = new StringBuilder()
                .append(Escapes.neutralised(source.directory().toString()))
                .append(": ")
                .append(source.isDamaged() ? "DAMAGED, " : "whole, ")
                .append(Sizes.of(bytes))
                .append(", ")
                .append(source.events())
                .append(" events");
        if (source.foreignRecords() > 0) {
            line.append(", ").append(source.foreignRecords()).append(" other records");
        }
        if (holeBytes > 0) {
            line.append(", ").append(Sizes.of(holeBytes)).append(" never committed");
        }
        if (damagedBytes > 0) {
            line.append(", ").append(Sizes.of(damagedBytes)).append(" damaged or not vouched for");
        }
        long overtakenBytes = source.reader().overtakenBytes();
        if (overtakenBytes > 0) {
            line.append(", ")
                    .append(Sizes.of(overtakenBytes))
                    .append(" recycled by the service before they could be read");
        }
        if (!source.losses().isEmpty()) {
            line.append(", ").append(source.losses());
        }
        return line.toString();
    }
}
