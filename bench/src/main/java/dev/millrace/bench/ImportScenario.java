package dev.millrace.bench;

import dev.millrace.bench.driver.SplitLines;
import dev.millrace.bench.driver.WarmMemory;
import dev.millrace.bench.report.Plot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines of access logs into a queue, on one processor and on all, from files and from a pipe. */
final class ImportScenario implements Scenario {
    private static final long LINES_OF_A_FILE = 2_000_000;
    private static final int PIPE_BYTES = 64 << 10;
    /** What a record takes with every field, and with three: less than the line that it comes from. */
    private static final int RECORD_BYTES = 250;

    private static final int REPLAY_RECORD_BYTES = 70;
    private static final String SPLIT = "combined, file, BufferedReader and String.split, nothing kept";

    /** A row. */
    private record Row(AccessLines lines, boolean pipe, boolean oneProcessor) {
        String title() {
            return lines.word()
                    + (pipe ? ", pipe" : ", file")
                    + (oneProcessor ? ", one processor" : ", all processors");
        }
    }

    /** What every row imports: a file so many times, or as many lines from a pipe. */
    private record Load(long linesOfAFile, int passes, boolean replay) {
        static Load of(Options options) {
            long lines = options.longCount("lines");
            int passes = (int) Math.max(1, lines / LINES_OF_A_FILE);
            return new Load(
                    lines / passes,
                    passes,
                    options.oneOf("fields", "all", "replay").equals("replay"));
        }

        long lines() {
            return linesOfAFile * passes;
        }

        long outputBytes() {
            return lines() * (replay ? REPLAY_RECORD_BYTES : RECORD_BYTES);
        }

        /** What is imported: nothing for a pipe. */
        List<String> files(Path file) {
            return file == null ? List.of() : Collections.nCopies(passes, file.toString());
        }
    }

    @Override
    public String name() {
        return "import";
    }

    @Override
    public String summary() {
        return "lines of access logs into a queue with 128 MB of heap, beside String.split; on one processor (combined"
                + " >= 1.5 M/s, JSON >= 0.8 M/s) and on all";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "formats", "combined,json",
                "inputs", "file,pipe",
                "cores", "1,all",
                "fields", "all",
                "lines", "12M",
                "runs", "3",
                "hold", "auto");
    }

    @Override
    public long neededBytes(Options options) {
        return Load.of(options).outputBytes() + WarmMemory.LEAD_BYTES;
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        List<Row> rows = rows(options);
        Load load = Load.of(options);
        SectionBuilder section = begin(options, results, load);
        DirtyLimit.warn(load.outputBytes(), out);
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            Map<AccessLines, Path> files = write(rows, load, work);
            HeldMemory held = HeldMemory.around(load.outputBytes(), options, out);
            try {
                for (int round = 1; round <= options.count("runs"); round++) {
                    for (Row row : rows) {
                        once(row, load, row.pipe() ? null : files.get(row.lines()), options, work, section);
                        say(round, options, row.title(), section, out);
                    }
                    if (files.containsKey(AccessLines.COMBINED)) {
                        split(load.files(files.get(AccessLines.COMBINED)), options, work, section);
                        say(round, options, SPLIT, section, out);
                    }
                }
            } finally {
                held.close();
            }
        }
        section.print("", out);
        boolean met = true;
        for (Row row : rows) {
            met &= !row.oneProcessor() || judge(row, section, results);
        }
        return met;
    }

    private static Map<AccessLines, Path> write(List<Row> rows, Load load, WorkDirectory work) throws IOException {
        Map<AccessLines, Path> files = new EnumMap<>(AccessLines.class);
        for (Row row : rows) {
            if (!row.pipe() && !files.containsKey(row.lines())) {
                Path file = work.root().resolve(row.lines().word() + ".log");
                row.lines().write(load.linesOfAFile(), file);
                files.put(row.lines(), file);
            }
        }
        return files;
    }

    private SectionBuilder begin(Options options, Results results, Load load) {
        return results.section(name(), "Importing", "How many lines of an access log a second go into a queue?")
                .column("behind", "behind the start", "M lines/s", 1e-6, 2)
                .column("whole", "whole command", "M lines/s", 1e-6, 2)
                .column("seconds", "whole command", "s", 1, 2)
                .column("collections", "collections", "", 1, 0)
                .column("heapBytes", "heap after one", "MB", 1e-6, 0)
                .plot(Plot.Kind.BARS, "behind", "Lines a second", "more")
                .settings(String.format(Locale.ROOT, "%,d lines, ", load.lines()) + options.text("fields") + " fields, "
                        + CommonOptions.runs(options))
                .note(
                        "JVMs with -Xmx128m. One processor: the whole JVM, with its compilers and the journal's thread, is"
                                + " bound to the first; who writes into the pipe is not.")
                .note("The start is that of millrace --version, on as many processors. Files and queue are in the page"
                        + " cache.");
    }

    private static List<Row> rows(Options options) {
        List<Row> rows = new ArrayList<>();
        for (String format : options.words("formats")) {
            for (String input : options.words("inputs")) {
                for (String cores : options.words("cores")) {
                    rows.add(new Row(
                            AccessLines.named(format),
                            options.isWord("inputs", input, "pipe", "file"),
                            options.isWord("cores", cores, "1", "all")));
                }
            }
        }
        if (rows.stream().anyMatch(Row::oneProcessor) && !Tool.isInstalled(ImportRun.TASKSET)) {
            throw new UsageException("option '--cores=1' needs taskset (util-linux); --cores=all does without");
        }
        return rows;
    }

    private static void once(Row row, Load load, Path file, Options options, WorkDirectory work, SectionBuilder section)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.MILLRACE_QUEUE);
        Path queue = directory.resolve("queue");
        ImportRun run = new ImportRun(CommonOptions.jdk(options), row.oneProcessor(), directory);
        double startSeconds = run.run(run.millrace(List.of("--version")), null).get("seconds");
        List<String> arguments = new ArrayList<>(List.of("import", "--json"));
        arguments.addAll(row.lines().options(load.replay()));
        arguments.add(queue.toString());
        arguments.addAll(load.files(file));
        Map<String, Double> figures;
        try (WarmMemory memory = WarmMemory.of(directory.resolve("warm-memory"), load.outputBytes())) {
            memory.giveAheadOf(ImportRun.bytesOf(queue));
            figures = run.run(run.millrace(arguments), row.pipe() ? in -> pipe(row, load.lines(), in) : null);
        }
        record(row.title(), Backend.MILLRACE_QUEUE, load.lines(), startSeconds, figures, section);
        work.done(directory);
    }

    private static void pipe(Row row, long lines, OutputStream in) throws IOException {
        row.lines().write(lines, new BufferedOutputStream(in, PIPE_BYTES));
    }

    private static void split(List<String> files, Options options, WorkDirectory work, SectionBuilder section)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.NONE);
        ImportRun run = new ImportRun(CommonOptions.jdk(options), Tool.isInstalled(ImportRun.TASKSET), directory);
        double startSeconds =
                run.run(run.bench(SplitLines.class.getName(), List.of()), null).get("seconds");
        Map<String, Double> figures = run.run(run.bench(SplitLines.class.getName(), files), null);
        record(SPLIT, Backend.NONE, Math.round(figures.get("imported")), startSeconds, figures, section);
        work.done(directory);
    }

    private static void record(
            String title,
            Backend backend,
            long lines,
            double startSeconds,
            Map<String, Double> figures,
            SectionBuilder section)
            throws IOException {
        if (figures.getOrDefault("imported", 0.0) != lines) {
            throw new IOException(title + ": imported " + figures.get("imported") + " of " + lines + " lines");
        }
        double seconds = figures.get("seconds");
        section.run(
                "",
                backend,
                title,
                Map.of(
                        "behind",
                        lines / Math.max(1e-3, seconds - startSeconds),
                        "whole",
                        lines / seconds,
                        "seconds",
                        seconds,
                        "collections",
                        figures.get("collections"),
                        "heapBytes",
                        figures.get("heapBytes")));
    }

    private static void say(int round, Options options, String title, SectionBuilder section, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "run %d/%d, %-32s median so far %.2f M lines/s, %.0f collections of the heap%n",
                round,
                options.count("runs"),
                title,
                section.median("", title, "behind") / 1e6,
                section.median("", title, "collections"));
    }

    private boolean judge(Row row, SectionBuilder section, Results results) {
        double measured = section.median("", row.title(), "behind");
        return results.verdict(
                name(),
                row.title() + ", behind the start",
                String.format(Locale.ROOT, "≥ %.1f M lines/s", row.lines().target() / 1e6),
                String.format(Locale.ROOT, "%.2f M lines/s", measured / 1e6),
                measured >= row.lines().target());
    }
}
