package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How soon a line can be read in its file, and what the wait for the next one costs. */
final class VisibleScenario implements Scenario {
    private static final double BUSY_TARGET_NS = 10e6;
    private static final double IDLE_TARGET_NS = 50e6;
    private static final double IDLE_CPU_TARGET = 0.005;
    private static final long GRACE_SECONDS = 120;
    private static final String THREAD_PREFIX = "idle.thread.";
    private static final double WORTH_SHOWING = 0.0001;

    private static final Map<String, String> WAYS = ways();

    private static Map<String, String> ways() {
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("slow", "1 k/s");
        ways.put("fast", "200 k/s");
        ways.put("afterIdle", "after 1 s of idleness");
        return ways;
    }

    @Override
    public String name() {
        return "visible";
    }

    @Override
    public String summary() {
        return "time from the return of a call to bytes readable in the file (p99 <= 10 ms at 1 k/s and 200 k/s, "
                + "<= 50 ms after 1 s of idleness), and idle CPU of all threads (< 0.5 % of a core)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace",
                "seconds", "20",
                "idle-events", "60",
                "idle-seconds", "60",
                "quick", Options.OFF);
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.writesLines();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        boolean quick = options.isOn("quick");
        long seconds = quick ? Math.min(5, options.longCount("seconds")) : options.longCount("seconds");
        long idleEvents = quick ? Math.min(8, options.longCount("idle-events")) : options.longCount("idle-events");
        long idleSeconds = quick ? Math.min(10, options.longCount("idle-seconds")) : options.longCount("idle-seconds");
        boolean met = true;
        SectionBuilder section = begin(seconds, idleSeconds, results);
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (Backend backend : options.backends("backends")) {
                Path directory = work.freshRun(backend);
                Fork fork =
                        new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
                out.println(backend.word() + ": " + (3 * seconds + idleEvents + idleSeconds) + " s ...");
                Figures figures = fork.run(
                        "visible",
                        Map.of(
                                "seconds", Long.toString(seconds),
                                "idleEvents", Long.toString(idleEvents),
                                "idleSeconds", Long.toString(idleSeconds)),
                        3 * seconds + 2 * idleEvents + idleSeconds + GRACE_SECONDS);
                LineCheck check =
                        LineCheck.of(fork.logFile(), LineFormat.standard(1), new long[] {figures.count("lines")});
                section.run("", backend, backend.title(), row(figures, check));
                met &= judge(backend, figures, check, out, results);
                fork.output().forEach(line -> out.println("    " + line));
                work.done(directory);
            }
        }
        section.print("", out);
        return met;
    }

    private SectionBuilder begin(long seconds, long idleSeconds, Results results) {
        SectionBuilder section = results.section(
                name(), "Visible lines", "How soon after a call has returned can its line be read in the file?");
        WAYS.forEach((name, title) -> section.column(name + ".p99", title + ", p99", "ms", 1e-6, 2));
        WAYS.forEach((name, title) -> section.column(name + ".p50", title + ", p50", "ms", 1e-6, 2)
                .column(name + ".max", title + ", max", "ms", 1e-6, 2)
                .column(name + ".count", title + ", events", "", 1, 0));
        return section.column("idle", "idle", "% of a core", 1, 3)
                .column("missing", "events missing", "", 1, 0)
                .column("wrong", "doubled, torn, out of order", "", 1, 0)
                .settings("one thread, " + seconds + " s at each rate, idle for " + idleSeconds + " s, one run");
    }

    private static Map<String, Double> row(Figures figures, LineCheck check) {
        Map<String, Double> row = new LinkedHashMap<>();
        for (String name : WAYS.keySet()) {
            for (String figure : List.of(".p99", ".p50", ".max", ".count")) {
                row.put(name + figure, figures.number(name + figure));
            }
        }
        row.put("idle", 100 * idle(figures));
        row.put("missing", (double) check.missing());
        row.put("wrong", (double) check.wrong());
        return row;
    }

    private static double idle(Figures figures) {
        return figures.number("idle.cpuNs") / figures.number("idle.elapsedNs");
    }

    private static boolean judge(Backend backend, Figures figures, LineCheck check, PrintStream out, Results results) {
        boolean met = check.isPerfect();
        if (backend == Backend.MILLRACE) {
            for (Map.Entry<String, String> way : WAYS.entrySet()) {
                double target = way.getKey().equals("afterIdle") ? IDLE_TARGET_NS : BUSY_TARGET_NS;
                double p99 = figures.number(way.getKey() + ".p99");
                met &= results.verdict(
                        "visible",
                        "from a call's return to its line, p99, " + way.getValue(),
                        millis(target) + " ms or less",
                        millis(p99) + " ms",
                        p99 <= target);
            }
            met &= results.verdict(
                    "visible",
                    "idle, all threads together",
                    String.format(Locale.ROOT, "below %.1f %% of a core", 100 * IDLE_CPU_TARGET),
                    String.format(Locale.ROOT, "%.2f %%", 100 * idle(figures)),
                    idle(figures) < IDLE_CPU_TARGET);
            if (!check.isPerfect()) {
                Answer.missedLines("visible", results);
            }
        }
        out.printf(
                Locale.ROOT,
                "idle for %.0f s: %.3f %% of a core%n",
                figures.number("idle.elapsedNs") / 1e9,
                100 * idle(figures));
        for (String name : figures.namesWith(THREAD_PREFIX)) {
            double share = figures.number(name) / figures.number("idle.elapsedNs");
            if (share >= WORTH_SHOWING) {
                out.printf(Locale.ROOT, "    %-16s %.3f %%%n", name.substring(THREAD_PREFIX.length()), 100 * share);
            }
        }
        out.println(check);
        return backend != Backend.MILLRACE || met;
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
    }
}
