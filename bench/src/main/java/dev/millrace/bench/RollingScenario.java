package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What rolling and compressing files costs the callers and the processor. */
final class RollingScenario implements Scenario {
    static final String GROWS = "one file that grows";
    static final String ROLLS = "rolling";
    static final String COMPRESSES = "rolling, compressed";

    private static final String FULL = "full";
    private static final long GRACE_SECONDS = 180;
    private static final double STALL_NS = 1e6;
    private static final double SHARE_PERCENT = 25;
    /** The thread that compresses; the system keeps 15 characters of a name. */
    private static final String ARCHIVIST = "cpu.millrace-archiv";

    @Override
    public String name() {
        return "rolling";
    }

    @Override
    public String summary() {
        return "stalls of callers and processor time while files roll at a size, with and without compression";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,logback,log4j2",
                "size", "100MB",
                "threads", "4",
                "rate", "200k",
                "warmup-seconds", "5",
                "seconds", "20",
                "runs", "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.canRoll();
    }

    @Override
    public long neededBytes(Options options) {
        if (isFull(options)) {
            return 0;
        }
        long events = options.longCount("rate") * (options.longCount("warmup-seconds") + options.longCount("seconds"));
        return NeededSpace.ofOutput(events * LineFormat.standard(1).lineBytes());
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(), "Rolling files", "What does it cost callers when a file rolls and is compressed?")
                .column("rate", "events", "/s", 1, 0)
                .column("p999", "p99.9", "us", 1e-3, 2)
                .column("max", "worst call", "us", 1e-3, 0)
                .column("stalls", "calls over 1 ms", "", 1, 0)
                .column("rolls", "rolls", "", 1, 0)
                .column("cpu", "processor", "% of a core", 1, 0)
                .column("compression", "compression", "% of a core", 1, 1)
                .column("missing", "events missing", "", 1, 0)
                .column("wrong", "doubled, torn, out of order", "", 1, 0)
                .plot(Plot.Kind.CURVE, "call", "Duration of a call by percentile", "less")
                .settings(options.text("threads") + " threads together, "
                        + (isFull(options) ? "as fast as they can, " : options.text("rate") + " calls a second, ")
                        + options.text("seconds") + " s after " + options.text("warmup-seconds") + " s, rolls at "
                        + options.text("size") + ", " + CommonOptions.runs(options))
                .note("Compression is shown where one thread does nothing else; the processor column has all threads of"
                        + " the JVM. Rolled files that are not compressed when the program ends are left to its next"
                        + " start.");
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int round = 1; round <= options.count("runs"); round++) {
                for (Backend backend : Turns.of(round, options.backends("backends"))) {
                    for (String way : Turns.of(round, List.of(GROWS, ROLLS, COMPRESSES))) {
                        perfect &= once(backend, way, round, options, work, section, out);
                    }
                }
            }
        }
        for (String way : List.of(GROWS, ROLLS, COMPRESSES)) {
            section.print(group(way, options), out);
        }
        if (!isFull(options)) {
            judge(section, options, results);
        }
        return perfect;
    }

    /** Whether callers are not paced: then the rate is what is measured, and its stalls are those of a full queue. */
    private static boolean isFull(Options options) {
        return options.text("rate").equals(FULL);
    }

    /** A suite measures paced callers and such without a pause in one section: rows of one rate compare. */
    static String group(String way, Options options) {
        return way + ", " + (isFull(options) ? "without a pause" : RateText.of(options.longCount("rate")));
    }

    private static FileRoll roll(String way, Options options) {
        return switch (way) {
            case ROLLS -> FileRoll.at(options.text("size"), "");
            case COMPRESSES -> FileRoll.at(options.text("size"), ".gz");
            default -> FileRoll.NONE;
        };
    }

    private static boolean once(
            Backend backend,
            String way,
            int round,
            Options options,
            WorkDirectory work,
            SectionBuilder section,
            PrintStream out)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(
                backend,
                LineLayout.PLAIN,
                roll(way, options),
                directory,
                CommonOptions.jdk(options),
                CommonOptions.jvmArguments(options));
        long seconds = options.longCount("seconds");
        Figures figures = fork.run(
                "latency",
                Map.of(
                        "kind",
                        "plain",
                        "threads",
                        options.text("threads"),
                        "rate",
                        isFull(options) ? "0" : Long.toString(options.longCount("rate")),
                        "unpacedCalls",
                        "0",
                        "warmupSeconds",
                        options.text("warmup-seconds"),
                        "seconds",
                        Long.toString(seconds)),
                options.longCount("warmup-seconds") + seconds + GRACE_SECONDS);
        LineFormat format = LineFormat.standard(options.count("threads"));
        LineCheck check = LineCheck.of(
                FileRoll.files(fork.logFile()), format, figures.linesOfThreads(format, options.count("threads")));
        Map<String, Double> row = row(figures, check, fork);
        String group = group(way, options);
        section.run(group, backend, backend.title(), row);
        section.curve(group, backend, backend.title(), "call", figures.text("call.curve"));
        out.printf(
                Locale.ROOT,
                "%s, run %d/%d, %-12s %.0f events/s, worst call %.0f us, %.0f over 1 ms, %.0f rolls, processor %.0f %%, compression"
                        + " %.1f %% of a core; %s%n",
                group,
                round,
                options.count("runs"),
                backend.word(),
                row.get("rate"),
                row.get("max") / 1e3,
                row.get("stalls"),
                row.get("rolls"),
                row.get("cpu"),
                row.getOrDefault("compression", 0.0),
                check.faults());
        fork.output().forEach(line -> out.println("    " + line));
        work.done(directory);
        return backend != Backend.MILLRACE || check.isPerfect();
    }

    private static Map<String, Double> row(Figures figures, LineCheck check, Fork fork) throws IOException {
        double elapsedNs = figures.number("elapsedNs");
        double cpuNs = 0;
        double compressionNs = 0;
        for (String name : figures.namesWith("cpu.")) {
            cpuNs += figures.number(name);
            compressionNs += name.startsWith(ARCHIVIST) ? figures.number(name) : 0;
        }
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("rate", figures.number("call.count") / elapsedNs * 1e9);
        row.put("p999", figures.number("call.p999"));
        row.put("max", figures.number("call.max"));
        row.put("stalls", figures.number("call.stalls"));
        row.put("rolls", (double) FileRoll.rolls(fork.logFile()));
        row.put("cpu", 100 * cpuNs / elapsedNs);
        if (fork.backend() == Backend.MILLRACE) {
            row.put("compression", 100 * compressionNs / elapsedNs);
        }
        row.put("missing", (double) check.missing());
        row.put("wrong", (double) check.wrong());
        return row;
    }

    void judge(SectionBuilder section, Options options, Results results) {
        String ours = Backend.MILLRACE.title();
        double without = section.median(group(GROWS, options), ours, "max");
        for (String way : List.of(ROLLS, COMPRESSES)) {
            String group = group(way, options);
            double with = section.median(group, ours, "max");
            if (!Double.isNaN(with)) {
                double limit = Math.max(STALL_NS, without);
                results.verdict(
                        name(),
                        group + ": worst call against one file that grows",
                        String.format(Locale.ROOT, "%.0f us or less", limit / 1e3),
                        String.format(Locale.ROOT, "%.0f us", with / 1e3),
                        with <= limit);
            }
        }
        double share = section.median(group(COMPRESSES, options), ours, "compression");
        if (!Double.isNaN(share)) {
            results.verdict(
                    name(),
                    "compression within its share of a core",
                    String.format(Locale.ROOT, "%.0f %% or less", SHARE_PERCENT),
                    String.format(Locale.ROOT, "%.1f %%", share),
                    share <= SHARE_PERCENT);
        }
    }
}
