package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.driver.WarmMemory;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The journal as a queue beside Chronicle Queue: appends and reads of typed and of raw records. */
final class QueueScenario implements Scenario {
    private static final long LIMIT_SECONDS = 1_800;
    private static final List<Backend> BACKENDS = List.of(Backend.MILLRACE_QUEUE, Backend.CHRONICLE);
    private static final String TYPED = "typed";

    /** What a record takes at most, the rival's too. */
    private static final int RECORD_BYTES = 80;

    /** A row of the table, and how much better than the rival's its figures must be. */
    private record Row(String kind, int threads, boolean toDisk, double appendTarget, double readTarget) {
        String word() {
            return (toDisk ? "sustained" : kind) + "-" + threads;
        }

        String title() {
            return (kind.equals(TYPED) ? "url, host, time" : "48 bytes") + ", " + threads
                    + (threads == 1 ? " thread" : " threads") + (toDisk ? ", to the disk" : "");
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row(TYPED, 1, false, 5, 5),
            new Row(TYPED, 4, false, 10, 5),
            new Row("raw", 1, false, 5, 1.5),
            new Row(TYPED, 1, true, 0, 0));

    private static List<Row> rows(Options options) {
        List<Row> rows = new ArrayList<>();
        for (String word : options.words("rows")) {
            rows.add(ROWS.stream()
                    .filter(row -> row.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("no row '" + word + "'; there are "
                            + ROWS.stream().map(Row::word).collect(Collectors.joining(", ")))));
        }
        return rows;
    }

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public String summary() {
        return "appends and reads of the journal as a queue, beside Chronicle Queue";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "rows", "typed-1,typed-4,raw-1,sustained-1",
                "records", "20M",
                "warmup", "20M",
                "runs", "3",
                "hold", "auto");
    }

    @Override
    public long neededBytes(Options options) {
        return outputBytes(options) + WarmMemory.LEAD_BYTES;
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(), "The journal as a queue", "How many records a second go into a queue, and out again?")
                .column("append", "appends", "M/s", 1e-6, 2)
                .column("read", "reads", "M/s", 1e-6, 2)
                .column("bytes", "on disk", "B a record", 1, 1)
                .plot(Plot.Kind.BARS, "append", "Appends a second", "more")
                .plot(Plot.Kind.BARS, "read", "Reads a second", "more")
                .settings(options.text("records") + " records, " + CommonOptions.runs(options))
                .note("Urls are Zipf-distributed over a million, hosts are ten thousand; both are drawn beforehand.")
                .note(
                        "To the disk: every file is forced out before the clock stops; write(2): as many bytes, 64 KiB at a time.")
                .note("Millrace with seals. Readers reuse their objects. The disk is synced before each run.")
                .note(
                        "The measured queue gets pages that the machine's host need not bring first: the warm-up's files are"
                                + " emptied before, and memory is given free ahead of the queue as it grows.");
        boolean met = true;
        List<Row> rows = rows(options);
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            HeldMemory held = hold(options, out);
            try {
                for (Row row : rows) {
                    met &= measure(row, options, work, section, out, results);
                }
            } finally {
                held.close();
            }
        }
        return met;
    }

    private static HeldMemory hold(Options options, PrintStream out) throws IOException {
        HeldMemory held = HeldMemory.around(outputBytes(options), options, out);
        DirtyLimit.warn(outputBytes(options), out);
        return held;
    }

    private static long outputBytes(Options options) {
        return Math.max(options.longCount("warmup"), options.longCount("records")) * RECORD_BYTES;
    }

    private boolean measure(
            Row row, Options options, WorkDirectory work, SectionBuilder section, PrintStream out, Results results)
            throws IOException, InterruptedException {
        for (int round = 1; round <= options.count("runs"); round++) {
            for (Backend backend : Turns.of(round, BACKENDS)) {
                Map<String, Double> figures = once(backend, row, options, work);
                section.run(row.title(), backend, backend.title(), figures);
                out.printf(
                        Locale.ROOT,
                        "%s, run %d/%d, %-14s append %.2f M/s, read %.2f M/s, %.1f B%n",
                        row.title(),
                        round,
                        options.count("runs"),
                        backend.word(),
                        figures.get("append") / 1e6,
                        figures.get("read") / 1e6,
                        figures.get("bytes"));
            }
            if (row.toDisk()) {
                double recordBytes = section.median(row.title(), Backend.MILLRACE_QUEUE.title(), "bytes");
                Map<String, Double> figures = written(recordBytes, options, work);
                section.run(row.title(), Backend.WRITE, Backend.WRITE.title(), figures);
                out.printf(Locale.ROOT, "%s, write(2) %.2f M/s%n", row.title(), figures.get("append") / 1e6);
            }
        }
        section.print(row.title(), out);
        if (row.toDisk()) {
            return true;
        }
        return judge(row, "append", row.appendTarget(), section, results)
                & judge(row, "read", row.readTarget(), section, results);
    }

    private static Map<String, Double> once(Backend backend, Row row, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        Figures figures = fork.run(
                backend == Backend.MILLRACE_QUEUE ? "queue-millrace" : "queue-chronicle",
                Map.of(
                        "kind", row.kind(),
                        "threads", Integer.toString(row.threads()),
                        "toDisk", Boolean.toString(row.toDisk()),
                        "records", Long.toString(options.longCount("records")),
                        "warmup", Long.toString(options.longCount("warmup"))),
                LIMIT_SECONDS);
        if (figures.count("complete") != 1) {
            throw new IOException("not every record came back from " + backend.word() + fork.outputTail());
        }
        work.done(directory);
        double records = figures.number("records");
        return Map.of(
                "append", records / figures.number("appendNs") * 1e9,
                "read", records / figures.number("readNs") * 1e9,
                "bytes", figures.number("bytes") / records);
    }

    /** As many bytes as the measured queue has, in the same warm memory and after a warm-up, without a queue. */
    private static Map<String, Double> written(double recordBytes, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.WRITE);
        Fork fork = new Fork(Backend.WRITE, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        double linesOfRecord = recordBytes / LineFormat.STANDARD_LINE_BYTES;
        Figures figures = fork.run(
                "write",
                Map.of(
                        "messageBytes",
                        Integer.toString(LineFormat.STANDARD_MESSAGE),
                        "warmup",
                        Long.toString((long) (options.longCount("warmup") * linesOfRecord)),
                        "events",
                        Long.toString((long) (options.longCount("records") * linesOfRecord)),
                        "warmMemory",
                        "true",
                        "toDisk",
                        "true"),
                LIMIT_SECONDS);
        work.done(directory);
        double bytes = figures.number("events") * LineFormat.STANDARD_LINE_BYTES;
        return Map.of("append", bytes / recordBytes / figures.number("fileNs") * 1e9, "bytes", recordBytes);
    }

    private boolean judge(Row row, String figure, double target, SectionBuilder section, Results results) {
        double ratio = section.median(row.title(), Backend.MILLRACE_QUEUE.title(), figure)
                / section.median(row.title(), Backend.CHRONICLE.title(), figure);
        return results.verdict(
                name(),
                figure + "s of " + row.title() + ", of Chronicle Queue's",
                String.format(Locale.ROOT, "≥ %.1f ×", target),
                String.format(Locale.ROOT, "%.1f ×", ratio),
                ratio >= target);
    }
}
