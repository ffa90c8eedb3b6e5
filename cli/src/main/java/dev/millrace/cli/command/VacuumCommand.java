package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Escapes;
import dev.millrace.cli.look.Sizes;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.OwnerlessJournal;
import dev.millrace.cli.read.SetAsideJournal;
import dev.millrace.cli.select.TimeExpression;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import dev.millrace.journal.CursorState;
import dev.millrace.journal.JournalOwner;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Removes journals that no process owns.
 *
 * @since 0.1.0
 */
public final class VacuumCommand implements Subcommand {
    private final Console console;

    private final PlacesParameter places = new PlacesParameter();

    private final DryRunOption dryRun = new DryRunOption();

    private final Given<Boolean> force = Given.flag("--force")
            .says(
                    "Also what is retained or was set aside, and journals with events that sinks have not written yet, or "
                            + "with a segment that cannot be read.");

    private final Given<String> olderThan = Given.option(String.class, "TIME", "--older-than")
            .says("Only those that were not used for that long, such as 7d; also what is retained or was set aside.");

    private long removedBytes;

    /** Creates the command. */
    public VacuumCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of(
                        "vacuum",
                        this,
                        "Removes journals that no process owns and from which nothing is to be written any more.")
                .with(places, dryRun, force, olderThan)
                .footer(
                        "Journals of live processes are left alone. --force also removes what sinks have not "
                                + "written yet: those events are lost. Of several places, some may have no journal.",
                        "",
                        "What sinks have written and millrace.journal.retain keeps, or a kill has left, stays without "
                                + "--older-than or --force; so does what a start has set aside as damaged.",
                        "",
                        "Examples:",
                        "  millrace vacuum --dry-run logs",
                        "  millrace vacuum --older-than 7d /var/log/*")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        Instant limit = limit();
        EachJournal each = new EachJournal(console);
        for (Path journal : places.anyJournalsAndSetAside(each)) {
            each.run(() -> vacuum(journal, limit));
        }
        if (each.wasOfUse()) {
            console.out().println(dryRun.words("freed: ", "would be freed: ") + Sizes.of(removedBytes));
        }
        return each.exitCode();
    }

    private void vacuum(Path journal, Instant limit) throws IOException {
        String name = Escapes.neutralised(journal.toString());
        String kept = reasonToKeep(journal, limit);
        if (kept != null) {
            console.out().println(name + ": kept, " + Escapes.neutralised(kept));
            return;
        }
        long bytes = bytesOf(journal);
        if (!dryRun.isGiven()) {
            remove(journal);
        }
        removedBytes += bytes;
        console.out().println(name + dryRun.words(": removed, ", ": would be removed, ") + Sizes.of(bytes));
    }

    private void remove(Path journal) throws IOException {
        if (SetAsideJournal.is(journal)) {
            SetAsideJournal.in(journal).delete();
            return;
        }
        try (OwnerlessJournal taken = OwnerlessJournal.take(journal, console)) {
            taken.delete();
        }
    }

    private Instant limit() {
        if (olderThan.value() == null) {
            return Instant.MAX;
        }
        try {
            return TimeExpression.parse("-" + olderThan.value(), ZonedDateTime.now(ZoneId.systemDefault()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "--older-than: no amount of time: " + olderThan.value() + " (such as 7d or 12h)");
        }
    }

    private String reasonToKeep(Path journal, Instant limit) throws IOException {
        if (SetAsideJournal.is(journal)) {
            return reasonToKeepSetAside(journal, limit);
        }
        if (JournalOwner.of(journal) == JournalOwner.ALIVE) {
            return "a live process owns it";
        }
        OwnerlessJournal.requireTakeable(journal);
        if (Files.getLastModifiedTime(journal.resolve("control")).toInstant().isAfter(limit)) {
            return "used since then";
        }
        EventSource source = EventSource.open(journal);
        source.toEnd();
        return force.value() ? null : reasonToKeep(source);
    }

    private String reasonToKeep(EventSource source) throws IOException {
        if (!source.losses().isEmpty()) {
            return source.losses() + " (copy it where somebody may want it, then --force)";
        }
        for (CursorState cursor : source.reader().cursors()) {
            if (source.bytesFrom(cursor.position()) > 0) {
                return "sink " + cursor.name() + " has events to write (start the service, or --force)";
            }
        }
        // A clean end leaves only what is retained; what a kill has left may be that, too, and nothing tells.
        return olderThan.value() == null && source.bytesFrom(source.oldestPosition()) > 0
                ? Sizes.of(bytesOf(source.directory()))
                        + " with what sinks have written are retained (use --older-than or --force)"
                : null;
    }

    private String reasonToKeepSetAside(Path journal, Instant limit) throws IOException {
        if (SetAsideJournal.in(journal).since().isAfter(limit)) {
            return "set aside since then";
        }
        return force.value() || olderThan.value() != null
                ? null
                : Sizes.of(bytesOf(journal))
                        + " that were set aside as damaged (copy it where somebody may want it, then"
                        + " --older-than or --force)";
    }

    private static long bytesOf(Path journal) throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal)) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
