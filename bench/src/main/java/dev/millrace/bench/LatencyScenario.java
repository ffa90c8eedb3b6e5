package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long callers are held at a fixed rate. */
final class LatencyScenario implements Scenario {
    private static final String[] PERCENTILES = {"p50", "p90", "p99", "p999", "p9999", "max"};
    private static final long GRACE_SECONDS = 120;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String summary() {
        return "duration of a call at a fixed rate, percentiles, interleaved runs, every line checked";
    }

    @Override
    public Map<String, String> optionDefaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("backends", "millrace,gflog,logback-async");
        defaults.put("threads", "4");
        defaults.put("rate", "200k");
        defaults.put("warmup-seconds", "10");
        defaults.put("seconds", "30");
        defaults.put("runs", "3");
        defaults.putAll(CommonOptions.DEFAULTS);
        return defaults;
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        List<Backend> backends = options.backends("backends");
        Map<Backend, List<Figures>> runs = new EnumMap<>(Backend.class);
        backends.forEach(backend -> runs.put(backend, new ArrayList<>()));
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            int rounds = options.count("runs");
            for (int round = 1; round <= rounds; round++) {
                for (Backend backend : backends) {
                    Path directory = work.freshRun(backend);
                    Fork fork = new Fork(
                            backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
                    Figures figures = fork.run("latency", parameters(options), limitSeconds(options));
                    LineCheck check = LineCheck.of(fork.logFile(), linesOfThread(figures, options.count("threads")));
                    perfect &= check.isPerfect();
                    runs.get(backend).add(figures);
                    out.printf(
                            "run %d/%d, %-13s %s; %s%n",
                            round, rounds, backend.word(), percentiles(figures, "call"), check);
                    fork.output().forEach(line -> out.println("    " + line));
                    work.done(directory);
                }
            }
        }
        print(options, backends, runs, out);
        return perfect;
    }

    private static Map<String, String> parameters(Options options) {
        return Map.of(
                "threads", Integer.toString(options.count("threads")),
                "rate", Long.toString(options.longCount("rate")),
                "warmupSeconds", Long.toString(options.longCount("warmup-seconds")),
                "seconds", Long.toString(options.longCount("seconds")));
    }

    private static long limitSeconds(Options options) {
        return options.longCount("warmup-seconds") + options.longCount("seconds") + GRACE_SECONDS;
    }

    private static long[] linesOfThread(Figures figures, int threads) {
        long[] lines = new long[threads];
        for (int i = 0; i < threads; i++) {
            lines[i] = figures.count("lines." + LineFormat.threadName(i));
        }
        return lines;
    }

    private static String percentiles(Figures figures, String name) {
        StringBuilder text = new StringBuilder();
        for (String percentile : PERCENTILES) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(percentile)
                    .append(' ')
                    .append(micros(figures.number(name + "." + percentile)));
        }
        return text.append(" us").toString();
    }

    private static void print(
            Options options, List<Backend> backends, Map<Backend, List<Figures>> runs, PrintStream out) {
        Table table = new Table("backend", "p50", "p90", "p99", "p99.9", "p99.99", "max", "empty p50");
        for (Backend backend : backends) {
            List<String> cells = new ArrayList<>(List.of(backend.word()));
            for (String percentile : PERCENTILES) {
                cells.add(micros(median(runs.get(backend), "call." + percentile)));
            }
            cells.add(micros(median(runs.get(backend), "empty.p50")));
            table.row(cells.toArray(String[]::new));
        }
        out.println();
        out.println(options.text("threads") + " threads, " + options.text("rate") + " calls a second together, "
                + options.text("seconds") + " s after " + options.text("warmup-seconds") + " s, medians of "
                + options.text("runs") + " interleaved runs, us a call; empty: two readings of the clock");
        table.print(out);
    }

    private static double median(List<Figures> runs, String name) {
        return Spread.of(runs.stream().map(figures -> figures.number(name)).toList())
                .median();
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, nanos < 10_000 ? "%.3f" : "%.0f", nanos / 1e3);
    }
}
