package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Appends at a fixed rate: how long they take, how soon other processes see them, and what those cost the writer. */
final class PacedQueueScenario implements Scenario {
    private static final long GRACE_SECONDS = 120;
    private static final String CALLS = "appends at a fixed rate";
    private static final List<String> PERCENTILES = List.of("p50", "p99", "p999", "p9999", "max");

    /** Who reads meanwhile. */
    private record Readers(int processes, int tailersEach) {
        String title() {
            return switch (processes) {
                case 0 -> "no tailer";
                case 1 -> "a tailer in another process";
                default -> processes * tailersEach + " tailers in " + processes + " processes";
            };
        }
    }

    private static final List<Readers> READERS = List.of(new Readers(0, 0), new Readers(1, 1), new Readers(2, 5));

    @Override
    public String name() {
        return "queue-paced";
    }

    @Override
    public String summary() {
        return "durations of a queue's appends at a fixed rate, and how soon other processes see them";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "rows", "calls,tailers",
                "rate", "500k",
                "tailed-rate", "100k",
                "warmup-seconds", "5",
                "seconds", "30",
                "runs", "1");
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        boolean met = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (String row : options.words("rows")) {
                met &= switch (row) {
                    case "calls" -> calls(options, work, out, results);
                    case "tailers" -> tailers(options, work, out, results);
                    default -> throw new UsageException("no row '" + row + "'; there are calls, tailers");
                };
            }
        }
        return met;
    }

    private static SectionBuilder columns(SectionBuilder section) {
        return section.column("p50", "p50", "us", 1e-3, 3)
                .column("p99", "p99", "us", 1e-3, 3)
                .column("p999", "p99.9", "us", 1e-3, 2)
                .column("p9999", "p99.99", "us", 1e-3, 1)
                .column("max", "max", "us", 1e-3, 0);
    }

    private boolean calls(Options options, WorkDirectory work, PrintStream out, Results results)
            throws IOException, InterruptedException {
        SectionBuilder section = columns(results.section(
                        name(), "A queue's appends at a fixed rate", "How long does an append of 128 bytes take?"))
                .plot(Plot.Kind.CURVE, "call", "Duration of an append by percentile", "less")
                .settings(settings(options, "rate"))
                .note("One thread. Two readings of the clock are in every figure.");
        for (int round = 1; round <= options.count("runs"); round++) {
            for (Backend backend : Turns.of(round, List.of(Backend.MILLRACE_QUEUE, Backend.CHRONICLE))) {
                Path directory = work.freshRun(backend);
                Figures figures = fork(backend, directory, options)
                        .run(driver(backend), parameters(options, "rate"), limitSeconds(options));
                section.run(CALLS, backend, backend.title(), percentiles(figures, "call"));
                section.curve(CALLS, backend, backend.title(), "call", figures.text("call.curve"));
                out.printf(Locale.ROOT, "%-14s %s%n", backend.word(), text(figures, "call"));
                work.done(directory);
            }
        }
        section.print(CALLS, out);
        String own = Backend.MILLRACE_QUEUE.title();
        return below(results, "p99.9 of an append", section.median(CALLS, own, "p999"), 1_000)
                & below(results, "p99.99 of an append", section.median(CALLS, own, "p9999"), 10_000);
    }

    private boolean tailers(Options options, WorkDirectory work, PrintStream out, Results results)
            throws IOException, InterruptedException {
        SectionBuilder section = columns(results.section(
                        name(), "A queue's tailers in other processes", "How soon is a record seen, at what cost?"))
                .column("cpu", "writer's CPU", "ns an append", 1, 0)
                .column("seenP50", "seen p50", "us", 1e-3, 0)
                .column("seenP99", "seen p99", "us", 1e-3, 0)
                .settings(settings(options, "tailed-rate"))
                .note("Percentiles of the append's duration; seen: from the append's begin to the tailer's return.");
        for (int round = 1; round <= options.count("runs"); round++) {
            for (Readers readers : Turns.of(round, READERS)) {
                Map<String, Double> figures = tailed(readers, options, work);
                section.run(readers.title(), Backend.MILLRACE_QUEUE, Backend.MILLRACE_QUEUE.title(), figures);
                out.printf(Locale.ROOT, "%s: %s%n", readers.title(), figures);
            }
        }
        for (Readers readers : READERS) {
            section.print(readers.title(), out);
        }
        String own = Backend.MILLRACE_QUEUE.title();
        String alone = READERS.get(0).title();
        String one = READERS.get(1).title();
        String many = READERS.get(2).title();
        return below(results, "p99 until " + one + " sees a record", section.median(one, own, "seenP99"), 1_000_000)
                & atMost(results, many, "cpu", section.median(many, own, "cpu") / section.median(alone, own, "cpu"))
                & atMost(results, many, "p99", section.median(many, own, "p99") / section.median(alone, own, "p99"));
    }

    private Map<String, Double> tailed(Readers readers, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.MILLRACE_QUEUE);
        List<Fork> forks = new ArrayList<>();
        List<Process> reading = new ArrayList<>();
        try {
            for (int process = 0; process < readers.processes(); process++) {
                Path own = Files.createDirectory(directory.resolve("reader-" + process));
                Fork reader = fork(Backend.MILLRACE_QUEUE, own, options);
                forks.add(reader);
                reading.add(reader.startDriver(
                        "queue-tail",
                        Map.of(
                                "queue",
                                directory.resolve("queue").toString(),
                                "tailers",
                                Integer.toString(readers.tailersEach()))));
            }
            Figures writer = fork(Backend.MILLRACE_QUEUE, directory, options)
                    .run(driver(Backend.MILLRACE_QUEUE), parameters(options, "tailed-rate"), limitSeconds(options));
            Map<String, Double> figures = percentiles(writer, "call");
            figures.put("cpu", writer.number("cpuNs") / writer.number("records"));
            for (int process = 0; process < forks.size(); process++) {
                Figures seen = forks.get(process).await(reading.get(process), GRACE_SECONDS);
                figures.merge("seenP50", seen.number("seen.p50"), Math::max);
                figures.merge("seenP99", seen.number("seen.p99"), Math::max);
            }
            return figures;
        } finally {
            reading.forEach(Process::destroyForcibly);
            work.done(directory);
        }
    }

    private static Fork fork(Backend backend, Path directory, Options options) throws IOException {
        return new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
    }

    private static String driver(Backend backend) {
        return backend == Backend.MILLRACE_QUEUE ? "queue-millrace" : "queue-chronicle";
    }

    private static Map<String, String> parameters(Options options, String rate) {
        return Map.of(
                "kind", "paced",
                "rate", Long.toString(options.longCount(rate)),
                "warmupSeconds", Long.toString(options.longCount("warmup-seconds")),
                "seconds", Long.toString(options.longCount("seconds")));
    }

    private static String settings(Options options, String rate) {
        return options.text(rate) + " appends a second, " + options.text("seconds") + " s after "
                + options.text("warmup-seconds") + " s, " + CommonOptions.runs(options);
    }

    private static long limitSeconds(Options options) {
        return options.longCount("warmup-seconds") + options.longCount("seconds") + GRACE_SECONDS;
    }

    private static Map<String, Double> percentiles(Figures figures, String name) {
        Map<String, Double> row = new LinkedHashMap<>();
        for (String percentile : PERCENTILES) {
            row.put(percentile, figures.number(name + "." + percentile));
        }
        return row;
    }

    private static String text(Figures figures, String name) {
        StringBuilder text = new StringBuilder();
        percentiles(figures, name)
                .forEach((percentile, ns) ->
                        text.append(String.format(Locale.ROOT, "%s %.3f us  ", percentile, ns / 1e3)));
        return text.toString();
    }

    private boolean below(Results results, String what, double ns, double targetNs) {
        return results.verdict(
                name(),
                what,
                String.format(Locale.ROOT, "< %.0f us", targetNs / 1e3),
                String.format(Locale.ROOT, "%.2f us", ns / 1e3),
                ns < targetNs);
    }

    private boolean atMost(Results results, String readers, String figure, double ratio) {
        return results.verdict(
                name(),
                "the writer's " + figure + " with " + readers + ", of that without",
                "< 1.10 x",
                String.format(Locale.ROOT, "%.2f x", ratio),
                ratio < 1.1);
    }
}
