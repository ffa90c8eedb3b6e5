package dev.millrace.cli.transfer;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Progress;
import dev.millrace.cli.look.Sizes;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import dev.millrace.journal.AppendRefusedException;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Appends the lines of files to a queue, as records of typed fields.
 *
 * @since 0.1.0
 */
public final class ImportCommand implements Subcommand {
    private static final String STANDARD_INPUT = "-";
    private static final int LEAST_LINE_BYTES = 64;
    private static final int LONGEST_LINE_BYTES = 16 << 20;

    private final Console console;

    private final Given<String> format = Given.option(String.class, "FORMAT", "--format")
            .required()
            .says("common or combined (nginx, Apache), json (one object a line), lines (any text), or the text of"
                    + " an nginx log_format.");

    private final Given<List<String>> fields = Given.texts("NAME[:TYPE][=SOURCE]", "--field")
            .says("Keeps this variable or JSON key only; once for each. Types: text, integer, number, time, json."
                    + " A dot in SOURCE leads into an object.");

    private final Given<Boolean> strict = Given.flag("--strict").says("Stops at the first bad line.");

    private final Given<Long> showBad = Given.option(long.class, "N", "--show-bad")
            .orElseAs("10")
            .says("Shows the first N bad lines (default: ${DEFAULT-VALUE}).");

    private final Given<String> maxLine = Given.option(String.class, "SIZE", "--max-line")
            .orElseAs("256KB")
            .says("Longest line; a longer one is bad (default: ${DEFAULT-VALUE}).");

    private final Given<String> budget = Given.option(String.class, "SIZE", "--budget")
            .says("Most that the queue may take on the disk (default: half of what is free).");

    private final Given<Boolean> json = Given.flag("--json").says("Prints the figures as JSON on the standard output.");

    private final Given<Path> directory = Given.parameter(Path.class, "QUEUE")
            .required()
            .says("Directory of the queue; it is made when it is not there.");

    private final Given<List<String>> files = Given.parameters(String.class, "FILE")
            .says("Files, plain or gzip, in this order; - or none for the standard input.");

    /** Creates the command. */
    public ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("import", this, "Appends the lines of log files to a queue, as records of typed fields.")
                .with(format, fields, strict, showBad, maxLine, budget, json, directory, files)
                .footer(
                        "Bad lines are shown with file, line and column, left out and counted; the exit code is then 4.",
                        "",
                        "Examples:",
                        "  millrace import --format combined visits access.log.2.gz access.log",
                        "  millrace import --format '$remote_addr $status $request_time' visits a.log",
                        "  tail -f app.json | millrace import --format json \\",
                        "      --field time:time=@timestamp --field level --field user=ctx.user app")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        if (showBad.value() < 0) {
            throw CommandFailure.usage("--show-bad: a count is not negative: " + showBad.value());
        }
        LineParser parser = LineFormats.parser(format.value(), fields.value());
        int maxLineBytes = maxLineBytes();
        QueueOptions options = options();
        List<String> inputs = files.value().isEmpty() ? List.of(STANDARD_INPUT) : files.value();
        long totalBytes = totalBytes(inputs);
        BadLines bad = new BadLines(console, showBad.value());
        try (JournalQueue queue =
                QueueTarget.open(CommandFailure.requireNamed(directory.value()), parser.schema(), options)) {
            ImportJob job;
            boolean whole;
            try (Progress progress = new Progress(console, "importing", totalBytes)) {
                job = new ImportJob(parser, queue, bad, strict.value(), maxLineBytes, progress);
                whole = runAll(job, inputs);
            }
            tell(job, bad, whole);
        }
        return bad.count() == 0 ? ExitCode.DONE : ExitCode.DAMAGED;
    }

    private boolean runAll(ImportJob job, List<String> inputs) throws IOException {
        try {
            for (String input : inputs) {
                try (InputStream stream = open(input)) {
                    if (!job.run(input, stream)) {
                        return false;
                    }
                }
            }
            return true;
        } catch (AppendRefusedException e) {
            throw new CommandFailure(
                    ExitCode.OUTPUT_FAILED,
                    e.getMessage() + "; " + job.imported() + " records of " + job.lines() + " lines are in the queue");
        }
    }

    private InputStream open(String input) throws IOException {
        return input.equals(STANDARD_INPUT) ? console.in() : new FileInputStream(input);
    }

    private void tell(ImportJob job, BadLines bad, boolean whole) throws IOException {
        if (json.value()) {
            console.out()
                    .println("{\"lines\":" + job.lines() + ",\"imported\":" + job.imported() + ",\"bad\":" + bad.count()
                            + ",\"complete\":" + whole + "}");
            return;
        }
        String stopped = whole ? "" : "; stopped at the first bad line, as --strict asks";
        console.tell(String.format(
                Locale.ROOT,
                "imported %,d of %,d lines into %s, %,d bad%s",
                job.imported(),
                job.lines(),
                directory.value(),
                bad.count(),
                stopped));
    }

    /** Looks at every file before anything is made; 0 when the size of one is not known. */
    private static long totalBytes(List<String> inputs) throws IOException {
        if (inputs.indexOf(STANDARD_INPUT) < inputs.lastIndexOf(STANDARD_INPUT)) {
            throw CommandFailure.usage("the standard input can be read once: - stands twice among the files");
        }
        long total = 0;
        boolean known = true;
        for (String input : inputs) {
            if (input.equals(STANDARD_INPUT)) {
                known = false;
                continue;
            }
            Path file = Path.of(input);
            if (!Files.exists(file)) {
                throw CommandFailure.refused("no such file: " + file);
            }
            if (Files.isDirectory(file)) {
                throw CommandFailure.refused("a directory, no file: " + file);
            }
            if (!Files.isReadable(file)) {
                throw CommandFailure.refused("no permission: " + file + " (run as a user who may read it)");
            }
            known &= Files.isRegularFile(file);
            total += known ? Files.size(file) : 0;
        }
        return known ? total : 0;
    }

    private int maxLineBytes() {
        long bytes = size("--max-line", maxLine.value());
        if (bytes < LEAST_LINE_BYTES || bytes > LONGEST_LINE_BYTES) {
            throw CommandFailure.usage("--max-line=" + maxLine.value() + " (from " + LEAST_LINE_BYTES + " bytes to "
                    + Sizes.of(LONGEST_LINE_BYTES) + ")");
        }
        return (int) bytes;
    }

    private QueueOptions options() {
        QueueOptions options = QueueOptions.defaults()
                .withBlock(false)
                .withListener((notice, message, cause) -> tell(notice, message));
        try {
            return budget.value() == null ? options : options.withBudgetBytes(size("--budget", budget.value()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--budget=" + budget.value() + ": " + e.getMessage());
        }
    }

    /** An import may outrun the disk all the way: that a segment was late is no news. Of a spent budget the end tells. */
    private void tell(JournalNotice notice, String message) {
        if (notice != JournalNotice.SEGMENT_LATE && notice != JournalNotice.BUDGET_SPENT) {
            console.tell(message);
        }
    }

    private static long size(String option, String text) {
        try {
            return Sizes.parse(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + "=" + text + ": " + e.getMessage());
        }
    }
}
