package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Saturated throughput: events a second until the last line is in the file, and processor time an event. */
final class ThroughputScenario implements Scenario {
    private static final long LIMIT_SECONDS = 900;
    private static final double MILLION = 1e6;
    private static final String THREAD_PREFIX = "cpu.thread.";
    private static final double WORTH_SHOWING_NS = 1;

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String summary() {
        return "events a second into the file and CPU an event, interleaved runs, every line checked";
    }

    @Override
    public Map<String, String> optionDefaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("backends", "millrace,gflog");
        defaults.put("threads", "4");
        defaults.put("warmup", "2M");
        defaults.put("events", "10M");
        defaults.put("runs", "5");
        defaults.putAll(CommonOptions.DEFAULTS);
        return defaults;
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        List<Backend> backends = options.backends("backends");
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int threads : options.counts("threads")) {
                perfect &= measure(backends, threads, options, work, out);
            }
        }
        return perfect;
    }

    private static boolean measure(
            List<Backend> backends, int threads, Options options, WorkDirectory work, PrintStream out)
            throws IOException, InterruptedException {
        Map<Backend, List<Run>> runs = new EnumMap<>(Backend.class);
        backends.forEach(backend -> runs.put(backend, new ArrayList<>()));
        int rounds = options.count("runs");
        for (int round = 0; round < rounds; round++) {
            for (Backend backend : inOrderOf(round, backends)) {
                Run run = once(backend, threads, options, work);
                runs.get(backend).add(run);
                out.printf(
                        Locale.ROOT,
                        "%d threads, run %d/%d, %-13s %.2f M/s, %.0f ns of CPU an event, steal %.1f %%; %s%n",
                        threads,
                        round + 1,
                        rounds,
                        backend.word(),
                        run.perSecond() / MILLION,
                        run.cpuNs(),
                        run.stealPercent(),
                        run.check());
                run.output().forEach(line -> out.println("    " + line));
            }
        }
        print(backends, threads, options, runs, out);
        return runs.values().stream().flatMap(List::stream).allMatch(run -> run.check()
                .isPerfect());
    }

    /** Every second round backwards, so that no backend always runs behind the same one. */
    private static List<Backend> inOrderOf(int round, List<Backend> backends) {
        List<Backend> order = new ArrayList<>(backends);
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private static Run once(Backend backend, int threads, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        long outputBytes = (options.longCount("warmup") + options.longCount("events")) * LineFormat.LINE_BYTES;
        long[] steal;
        Figures figures;
        try (WarmMemory memory = WarmMemory.of(fork.logFile(), outputBytes)) {
            steal = Machine.stealTicks();
            figures = fork.run(
                    "throughput",
                    Map.of(
                            "threads", Integer.toString(threads),
                            "warmup", Long.toString(options.longCount("warmup")),
                            "events", Long.toString(options.longCount("events"))),
                    LIMIT_SECONDS);
        }
        double stealPercent = Machine.stealPercent(steal);
        long[] expected = new long[threads];
        Arrays.fill(expected, figures.count("linesEach"));
        Run run = new Run(
                figures.count("events"),
                figures.number("callsNs"),
                figures.number("fileNs"),
                figures.number("cpuNs") / figures.count("events"),
                cpuOfThreads(figures),
                stealPercent,
                LineCheck.of(fork.logFile(), expected),
                fork.output());
        work.done(directory);
        return run;
    }

    private static void print(
            List<Backend> backends, int threads, Options options, Map<Backend, List<Run>> runs, PrintStream out) {
        Backend anchor = backends.contains(Backend.GFLOG) ? Backend.GFLOG : backends.get(backends.size() - 1);
        Spread anchorRate = spread(runs.get(anchor), Run::perSecond);
        Spread anchorCpu = spread(runs.get(anchor), Run::cpuNs);
        Table table = new Table(
                "backend", "M/s", "min", "max", "calls M/s", "CPU ns", "min", "max", "rate x", "CPU x", "lost");
        for (Backend backend : backends) {
            Spread rate = spread(runs.get(backend), Run::perSecond);
            Spread calls = spread(runs.get(backend), Run::callsPerSecond);
            Spread cpu = spread(runs.get(backend), Run::cpuNs);
            long lost = runs.get(backend).stream()
                    .mapToLong(run -> run.check().missing())
                    .sum();
            table.row(
                    backend.word(),
                    millions(rate.median()),
                    millions(rate.min()),
                    millions(rate.max()),
                    millions(calls.median()),
                    whole(cpu.median()),
                    whole(cpu.min()),
                    whole(cpu.max()),
                    ratio(rate.median() / anchorRate.median()),
                    ratio(cpu.median() / anchorCpu.median()),
                    Long.toString(lost));
        }
        out.println();
        out.println(threads + " threads, " + LineFormat.LINE_BYTES + "-byte lines, " + options.text("events")
                + " events after " + options.text("warmup") + ", medians of " + options.text("runs")
                + " interleaved runs; x: against " + anchor.word());
        table.print(out);
        for (Backend backend : backends) {
            out.println("CPU ns an event by thread, " + backend.word() + ": " + cpuOfThreads(runs.get(backend)));
        }
        out.println();
    }

    /** Nanoseconds of CPU an event by thread; the logging threads together, and the JVM's compilers and collectors. */
    private static Map<String, Double> cpuOfThreads(Figures figures) {
        Map<String, Double> spent = new TreeMap<>();
        for (String name : figures.namesWith(THREAD_PREFIX)) {
            String thread = name.substring(THREAD_PREFIX.length());
            String group = thread.startsWith("bench-") ? "callers" : isOfTheJvm(thread) ? "(JVM)" : thread;
            spent.merge(group, figures.number(name) / figures.count("events"), Double::sum);
        }
        return spent;
    }

    private static boolean isOfTheJvm(String thread) {
        return thread.startsWith("C1_")
                || thread.startsWith("C2_")
                || thread.startsWith("G1_")
                || thread.startsWith("GC_")
                || thread.startsWith("VM_");
    }

    private static String cpuOfThreads(List<Run> runs) {
        Map<String, List<Double>> byThread = new TreeMap<>();
        runs.forEach(run -> run.cpuNsOfThreads()
                .forEach((thread, ns) -> byThread.computeIfAbsent(thread, name -> new ArrayList<>())
                        .add(ns)));
        List<String> texts = new ArrayList<>();
        byThread.forEach((thread, values) -> {
            double median = Spread.of(values).median();
            if (median >= WORTH_SHOWING_NS) {
                texts.add(thread + " " + whole(median));
            }
        });
        return String.join(", ", texts);
    }

    private interface Figure {
        double of(Run run);
    }

    private static Spread spread(List<Run> runs, Figure figure) {
        return Spread.of(runs.stream().map(figure::of).toList());
    }

    private static String millions(double value) {
        return String.format(Locale.ROOT, "%.2f", value / MILLION);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Figures of one run; times in nanoseconds. */
    private record Run(
            long events,
            double callsNs,
            double fileNs,
            double cpuNs,
            Map<String, Double> cpuNsOfThreads,
            double stealPercent,
            LineCheck check,
            List<String> output) {
        double perSecond() {
            return events / fileNs * 1e9;
        }

        double callsPerSecond() {
            return events / callsNs * 1e9;
        }
    }
}
