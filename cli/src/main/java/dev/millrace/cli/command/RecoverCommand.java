package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Escapes;
import dev.millrace.cli.look.Sizes;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.OwnerlessJournal;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Makes what a dead process left whole.
 *
 * @since 0.1.0
 */
public final class RecoverCommand implements Subcommand {
    private final Console console;

    private final PlacesParameter places = new PlacesParameter();

    private final DryRunOption dryRun = new DryRunOption();

    /** Creates the command. */
    public RecoverCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of(
                        "recover",
                        this,
                        "Makes journals of dead processes whole, as the next start of their service would.")
                .with(places, dryRun)
                .footer(
                        "No event is taken away that could be read before, and what sinks have still to write "
                                + "stays for the next start of the service. A journal of a live process is refused.",
                        "",
                        "Example:",
                        "  millrace recover --dry-run logs")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        EachJournal each = new EachJournal(console);
        for (Path journal : places.journals(each)) {
            each.run(() -> recover(journal));
        }
        return each.exitCode();
    }

    private void recover(Path journal) throws IOException {
        OwnerlessJournal.requireTakeable(journal);
        EventSource source = EventSource.open(journal);
        source.readToEnd(() -> {});
        String rest = dryRun.isGiven() ? atMost(source) : recovered(journal);
        console.out()
                .println(Escapes.neutralised(journal.toString()) + ": " + source.events() + " events "
                        + dryRun.words("kept, ", "can be kept, ")
                        + rest
                        + (source.losses().isEmpty() ? "" : ", " + source.losses()));
    }

    /** What a reader cannot trust, of which a recovery can tell that some was never used. */
    private static String atMost(EventSource source) {
        long bytes = source.reader().damagedBytes() + source.reader().holeBytes();
        return (bytes > 0 ? "at most " : "") + Sizes.of(bytes) + " would be passed over";
    }

    private String recovered(Path journal) throws IOException {
        try (OwnerlessJournal taken = OwnerlessJournal.take(journal, console)) {
            return taken.recover() ? "what was passed over is told on standard error" : "0 B passed over";
        }
    }
}
