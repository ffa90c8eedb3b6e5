package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
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
                met &= print(backend, figures, check, out, results);
                fork.output().forEach(line -> out.println("    " + line));
                work.done(directory);
            }
        }
        return met;
    }

    private static boolean print(Backend backend, Figures figures, LineCheck check, PrintStream out, Results results) {
        double idle = figures.number("idle.cpuNs") / figures.number("idle.elapsedNs");
        Table table = new Table("", "events", "p50 ms", "p99 ms", "max ms", "target", "");
        boolean met = row(table, figures, "1 k/s", "slow", BUSY_TARGET_NS);
        met &= row(table, figures, "200 k/s", "fast", BUSY_TARGET_NS);
        met &= row(table, figures, "after 1 s of idleness", "afterIdle", IDLE_TARGET_NS);
        table.print(out);
        boolean idleMet = idle < IDLE_CPU_TARGET;
        if (backend == Backend.MILLRACE) {
            for (String name : List.of("slow", "fast", "afterIdle")) {
                double target = name.equals("afterIdle") ? IDLE_TARGET_NS : BUSY_TARGET_NS;
                double p99 = figures.number(name + ".p99");
                results.verdict(
                        "visible",
                        "from a call's return to its line, p99, "
                                + Map.of("slow", "1 k/s", "fast", "200 k/s", "afterIdle", "after 1 s of idleness")
                                        .get(name),
                        millis(target) + " ms or less",
                        millis(p99) + " ms",
                        p99 <= target);
            }
            results.verdict(
                    "visible",
                    "idle, all threads together",
                    String.format(Locale.ROOT, "below %.1f %% of a core", 100 * IDLE_CPU_TARGET),
                    String.format(Locale.ROOT, "%.2f %%", 100 * idle),
                    idleMet);
            if (!check.isPerfect()) {
                Answer.missedLines("visible", results);
            }
        }
        out.printf(
                Locale.ROOT,
                "idle for %.0f s: %.3f %% of a core, target < %.1f %%: %s%n",
                figures.number("idle.elapsedNs") / 1e9,
                100 * idle,
                100 * IDLE_CPU_TARGET,
                verdict(idleMet));
        for (String name : figures.namesWith(THREAD_PREFIX)) {
            double share = figures.number(name) / figures.number("idle.elapsedNs");
            if (share >= WORTH_SHOWING) {
                out.printf(Locale.ROOT, "    %-16s %.3f %%%n", name.substring(THREAD_PREFIX.length()), 100 * share);
            }
        }
        out.println(check);
        return backend != Backend.MILLRACE || (met && idleMet && check.isPerfect());
    }

    private static boolean row(Table table, Figures figures, String label, String name, double targetNs) {
        boolean met = figures.number(name + ".p99") <= targetNs;
        table.row(
                label,
                figures.text(name + ".count"),
                millis(figures.number(name + ".p50")),
                millis(figures.number(name + ".p99")),
                millis(figures.number(name + ".max")),
                "p99 <= " + Math.round(targetNs / 1e6) + " ms",
                verdict(met));
        return met;
    }

    private static String verdict(boolean met) {
        return met ? "met" : "MISSED";
    }

    private static String millis(double nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
    }
}
