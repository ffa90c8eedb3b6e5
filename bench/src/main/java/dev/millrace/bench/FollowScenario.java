package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How soon {@code tail -f} prints what another process logs, and whether that one notices. */
final class FollowScenario implements Scenario {
    private static final double VISIBLE_TARGET_NS = 50e6;
    private static final double CALLS_TARGET = 1.25;
    private static final long GRACE_SECONDS = 60;
    private static final String MARK = "logged at ";
    private static final String ALONE = "nobody follows";
    private static final String FOLLOWED = "tail -f follows";

    @Override
    public String name() {
        return "follow";
    }

    @Override
    public String summary() {
        return "time from a call to its line on the output of tail -f (p99 <= 50 ms), and what the caller notices of it";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "rate", "200k",
                "retain", "64MB",
                "seconds", "10",
                "warmup-seconds", "5",
                "runs", "3");
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(), "Following", "How soon does tail -f print an event, and does its writer notice?")
                .column("visible", "printed p99", "ms", 1e-6, 2)
                .column("visible50", "printed p50", "ms", 1e-6, 2)
                .column("p50", "call p50", "µs", 1e-3, 2)
                .column("p99", "call p99", "µs", 1e-3, 2)
                .column("p999", "call p99.9", "µs", 1e-3, 2)
                .column("missed", "not printed", "", 1, 0)
                .settings(options.text("rate") + " events a second, " + CommonOptions.runs(options))
                .note("The writer keeps " + options.text("retain") + " of what it delivered.");
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int round = 1; round <= options.count("runs"); round++) {
                out.println("run " + round + "/" + options.count("runs") + " ...");
                section.run("", Backend.MILLRACE, ALONE, once(options, work, false));
                section.run("", Backend.MILLRACE, FOLLOWED, once(options, work, true));
            }
        }
        section.print("", out);
        double visible = section.median("", FOLLOWED, "visible");
        double ratio = section.median("", FOLLOWED, "p99") / section.median("", ALONE, "p99");
        double missed = section.median("", FOLLOWED, "missed");
        boolean met = results.verdict(
                name(),
                "from a call to its line on the output of tail -f, p99",
                "≤ 50 ms",
                String.format(Locale.ROOT, "%.2f ms", visible / 1e6),
                visible <= VISIBLE_TARGET_NS);
        met &= results.verdict(
                name(),
                "p99 of a call while tail -f follows, of that while nobody does",
                String.format(Locale.ROOT, "≤ %.2f ×", CALLS_TARGET),
                String.format(Locale.ROOT, "%.2f ×", ratio),
                ratio <= CALLS_TARGET);
        return met
                & results.verdict(
                        name(), "events not printed", "0", String.format(Locale.ROOT, "%.0f", missed), missed == 0);
    }

    private static Map<String, Double> once(Options options, WorkDirectory work, boolean follow)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.MILLRACE);
        Path jdk = CommonOptions.jdk(options);
        long seconds = options.longCount("seconds");
        long warmupSeconds = options.longCount("warmup-seconds");
        List<String> arguments = new ArrayList<>(CommonOptions.jvmArguments(options));
        arguments.add("-Dmillrace.journal.retain=" + options.text("retain"));
        Fork fork = new Fork(Backend.MILLRACE, directory, jdk, arguments);
        Map<String, Double> measured = new LinkedHashMap<>();
        try (FollowedOutput output = follow ? FollowedOutput.start(directory, jdk, MARK) : null) {
            Figures figures = fork.run(
                    "followed",
                    Map.of(
                            "rate", Long.toString(options.longCount("rate")),
                            "seconds", Long.toString(seconds),
                            "warmupSeconds", Long.toString(warmupSeconds),
                            "mark", MARK),
                    seconds + warmupSeconds + GRACE_SECONDS);
            measured.put("p50", figures.number("call.p50"));
            measured.put("p99", figures.number("call.p99"));
            measured.put("p999", figures.number("call.p999"));
            if (output != null) {
                Histogram printed = output.await(figures.count("events"));
                measured.put("visible", (double) printed.getValueAtPercentile(99));
                measured.put("visible50", (double) printed.getValueAtPercentile(50));
                measured.put("missed", (double) (figures.count("events") - printed.getTotalCount()));
            }
        }
        work.done(directory);
        return measured;
    }
}
