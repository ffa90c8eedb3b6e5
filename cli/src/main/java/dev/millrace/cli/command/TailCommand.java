package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.read.EventSink;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.Findings;
import dev.millrace.cli.read.Follower;
import dev.millrace.cli.read.MergedEvents;
import dev.millrace.cli.read.SavedCursor;
import dev.millrace.cli.read.SavingSink;
import dev.millrace.cli.select.Criteria;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the last events of journals, and those to come.
 *
 * @since 0.1.0
 */
public final class TailCommand implements Subcommand {
    private static final long DEFAULT_LINES = 10;

    private final Console console;

    private final FilterOptions filter = new FilterOptions();

    private final FormatOptions format = new FormatOptions();

    private final PlacesParameter places = new PlacesParameter();

    private final Given<Boolean> follow = Given.flag("-f", "--follow").says("Goes on with what is logged from now on.");

    private final LinesOption lines = new LinesOption();

    private final Given<String> cursor = Given.option(String.class, "NAME", "--cursor")
            .says(
                    "Goes on where the last run of that name ended; the first run begins with the oldest event.",
                    "With --until, a journal's next run begins with its first event of that time or later.",
                    "$XDG_STATE_HOME/millrace/cursors keeps it.");

    /** Creates the command. */
    public TailCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("tail", this, "Prints the last events of journals; with -f also those to come.")
                .with(filter, format, places, follow, lines, cursor)
                .footer(
                        "Following goes on over restarts of the service. What was recycled before it could be "
                                + "read is told by its size.",
                        "",
                        "Examples:",
                        "  millrace tail -f logs",
                        "  millrace tail -f -p warn -o json logs",
                        "  millrace tail --cursor shipper -o ecs logs     what is new since the last time")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        long most = lines.orElse(DEFAULT_LINES);
        if (lines.isGiven() && cursor.value() != null) {
            throw CommandFailure.usage("-n and --cursor exclude each other");
        }
        Criteria criteria = filter.criteria();
        EachJournal each = new EachJournal(console);
        List<EventSource> sources = places.open(each);
        if (sources.isEmpty()) {
            return each.exitCode();
        }
        if (follow.value()) {
            // One that is being begun: it is found again when the rest of it is there.
            sources.removeIf(source -> !EventSource.isBegun(source.directory()));
        }
        sources.forEach(follow.value() ? EventSource::follow : EventSource::readOverRestarts);
        EventOutput output = format.open(console, sources);
        EventReading reading = new EventReading(sources, criteria);
        SavedCursor saved = cursor.value() == null ? null : SavedCursor.open(cursor.value(), console);
        if (saved != null) {
            saved.resume(sources);
        } else {
            reading.last(most, output);
            toWhereTheLastWereSought(sources);
        }
        if (follow.value()) {
            Follower follower = new Follower(console, sources, places::journalsByNow, saved, System::nanoTime);
            while (follower.follow(events(reading, saved), sink(output, sources, saved))) {
                // Printers and filters keep what they found out about the names of one journal.
                output = format.open(console, sources);
            }
        } else if (saved != null) {
            events(reading, saved).drainTo(sink(output, sources, saved));
        }
        console.out().flush();
        if (saved != null) {
            saved.save(sources);
        }
        return each.exitCodeOr(Findings.tell(sources, console, ExitCode.DONE));
    }

    private static MergedEvents events(EventReading reading, SavedCursor saved) {
        return saved == null ? reading.fromHere() : reading.resumable();
    }

    private EventSink sink(EventSink output, List<EventSource> sources, SavedCursor saved) {
        return saved == null ? output : new SavingSink(output, console, sources, saved, System::nanoTime);
    }

    /** What has been logged since the search for the last began is new. */
    private static void toWhereTheLastWereSought(List<EventSource> sources) throws IOException {
        for (EventSource source : sources) {
            source.toEndWhenSought();
        }
    }
}
