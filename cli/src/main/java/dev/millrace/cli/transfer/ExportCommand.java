package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.EscapeFilter;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Progress;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.select.TimeExpression;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the records of a queue or the events of a logging journal as JSON lines, CSV or text.
 *
 * @since 0.1.0
 */
public final class ExportCommand implements Subcommand {
    private final Console console;

    /** What is printed. */
    enum Format {
        /** One object a line. */
        JSON,
        /** RFC 4180, with a line of names. */
        CSV,
        /** Values between tabs. */
        TEXT;

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Given<Format> format = Given.option(Format.class, "FORMAT", "--format")
            .orElseAs("json")
            .says("json (one object a line), csv (RFC 4180) or text (values between tabs); default:"
                    + " ${DEFAULT-VALUE}.");

    private final Given<String> since =
            Given.option(String.class, "TIME", "--since").says("From then on: 2026-11-21, -2h,", "'2026-11-21 17:18'.");

    private final Given<String> until =
            Given.option(String.class, "TIME", "--until").says("Until then, that moment included.");

    private final Given<Long> last = Given.option(Long.class, "N", "-n").says("The last N only.");

    private final Given<Boolean> raw = Given.flag("--raw").says("Lets control characters through to a terminal.");

    private final Given<Path> directory =
            Given.parameter(Path.class, "DIRECTORY").required().says("A queue or a logging journal.");

    /** Creates the command. */
    public ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of(
                        "export",
                        this,
                        "Prints a queue's records or a logging journal's events as JSON lines, CSV or text.")
                .with(format, since, until, last, raw, directory)
                .footer(
                        "Times are of the records, where these have one. Nothing is written into the journal, whoever owns it.",
                        "",
                        "Examples:",
                        "  millrace export visits | jq 'select(.status >= 500)'",
                        "  millrace export --format csv --since yesterday --until today visits > v.csv",
                        "  millrace export -n 10 logs/.millrace/app-1a2b3c")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        TimeRange range = range();
        if (last.value() != null && last.value() < 0) {
            throw CommandFailure.usage("-n=" + last.value() + " is negative");
        }
        try (RowSource source = RowSources.open(CommandFailure.requireNamed(directory.value()));
                Records records = Records.open(source.journal())) {
            if (range.isLimited() && source.schema().timeField() < 0) {
                throw CommandFailure.refused("the records have no time: " + directory.value() + " holds "
                        + source.schema() + " (leave --since and --until out)");
            }
            ExportJob job = new ExportJob(source, records, range);
            if (last.value() != null) {
                job.toLast(last.value());
            } else if (range.since() != null && source.isOrderedByTime()) {
                records.toTime(range.since().toEpochMilli() - EventSource.CLOCKS_APART_MS);
            }
            try (Progress progress = Progress.ofPrinting(console, "exporting")) {
                boolean asIs = raw.value() || !console.outIsTerminal();
                job.print(rowFormat(source.schema()), new EscapeFilter(console.out(), asIs, false), progress);
                console.out().flush();
            }
            return tell(job, records, source);
        }
    }

    private TimeRange range() {
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        Instant from = since.value() == null ? null : time("--since", since.value(), now);
        Instant to = until.value() == null ? null : time("--until", until.value(), now);
        if (from != null && to != null && to.isBefore(from)) {
            throw CommandFailure.usage(TimeExpression.endsTooEarly(since.value(), until.value()));
        }
        return new TimeRange(from, to);
    }

    private static Instant time(String option, String text, ZonedDateTime now) {
        try {
            return TimeExpression.parse(text, now);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + ": " + e.getMessage());
        }
    }

    private RowFormat rowFormat(Schema schema) {
        return switch (format.value()) {
            case JSON -> new JsonRows(schema);
            case CSV -> new CsvRows(schema);
            case TEXT -> new TextRows(schema);
        };
    }

    private int tell(ExportJob job, Records records, RowSource source) {
        if (records.overtakenBytes() > 0) {
            console.tell(String.format(
                    Locale.ROOT,
                    "the journal's owner was faster: %,d bytes were recycled before they were read",
                    records.overtakenBytes()));
        }
        if (records.damagedBytes() > 0) {
            console.tell(String.format(
                    Locale.ROOT, "%,d bytes are damaged or missing and were passed over", records.damagedBytes()));
        }
        if (job.undecodable() > 0) {
            console.tell(String.format(
                    Locale.ROOT, "%,d records are not what the schema says and were left out", job.undecodable()));
        }
        for (Path file : records.brokenSegments()) {
            console.tell(file + " is no segment of this journal any more");
        }
        if (source.lacksTexts()) {
            console.tell("texts are missing from the dictionary of " + directory.value());
        }
        if (records.damagedBytes() > 0
                || job.undecodable() > 0
                || !records.brokenSegments().isEmpty()
                || source.lacksTexts()) {
            return ExitCode.DAMAGED;
        }
        return job.exported() == 0 ? ExitCode.NOTHING_FOUND : ExitCode.DONE;
    }
}
