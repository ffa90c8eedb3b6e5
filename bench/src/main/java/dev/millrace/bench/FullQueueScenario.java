package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** What a full queue costs and loses. */
final class FullQueueScenario implements Scenario {
    private static final String RING = "-Dlog4j2.asyncLoggerRingBufferSize=4096";
    private static final long GRACE_SECONDS = 240;
    private static final int MESSAGE_BYTES = 180;
    private static final Pattern DROPPED = Pattern.compile(" MR006: [^:]*: [^:]*: (\\d+)");

    /** A backend with options of its own. */
    private record Variant(String word, String title, Backend backend, List<String> jvmArguments) {}

    private static final List<Variant> VARIANTS = List.of(
            new Variant("millrace", "Millrace", Backend.MILLRACE, List.of()),
            new Variant(
                    "millrace-spent",
                    "Millrace, budget 16 MB, spent",
                    Backend.MILLRACE,
                    List.of("-Dmillrace.journal.budget=16MB")),
            new Variant(
                    "millrace-block",
                    "Millrace, budget 16 MB, block",
                    Backend.MILLRACE,
                    List.of("-Dmillrace.journal.budget=16MB", "-Dmillrace.overflow=block")),
            log4j("timeout", "ring 4096, Timeout", "-Dlog4j2.asyncLoggerWaitStrategy=Timeout"),
            log4j("block", "ring 4096, Block", "-Dlog4j2.asyncLoggerWaitStrategy=Block"),
            log4j("sleep", "ring 4096, Sleep", "-Dlog4j2.asyncLoggerWaitStrategy=Sleep"),
            log4j("yield", "ring 4096, Yield", "-Dlog4j2.asyncLoggerWaitStrategy=Yield"),
            log4j("busyspin", "ring 4096, BusySpin", "-Dlog4j2.asyncLoggerWaitStrategy=BusySpin"),
            log4j(
                    "unsynchronized",
                    "ring 4096, enqueue not synchronized",
                    "-Dlog4j2.asyncLoggerSynchronizeEnqueueWhenQueueFull=false"),
            log4j("discard", "ring 4096, Discard", "-Dlog4j2.asyncQueueFullPolicy=Discard"),
            of("logback-default", Backend.LOGBACK_ASYNC_DEFAULT),
            new Variant(
                    "logback-lossless", Backend.LOGBACK_ASYNC.title() + ", lossless", Backend.LOGBACK_ASYNC, List.of()),
            of("gflog", Backend.GFLOG),
            of("tinylog", Backend.TINYLOG));

    private static Variant of(String word, Backend backend) {
        return new Variant(word, backend.title(), backend, List.of());
    }

    private static Variant log4j(String word, String title, String argument) {
        return new Variant(
                "log4j2-" + word,
                Backend.LOG4J2_NOFLUSH.title() + ", " + title,
                Backend.LOG4J2_NOFLUSH,
                List.of(RING, argument));
    }

    @Override
    public String name() {
        return "full-queue";
    }

    @Override
    public String summary() {
        return "threads in a loop against a full queue: CPU of the callers, calls, losses, by policy and wait strategy";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "variants", "all",
                "threads", "50",
                "seconds", "5",
                "warmup-seconds", "2",
                "runs", "3");
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        List<Variant> variants = variants(options);
        SectionBuilder section = begin(options, results);
        Map<Variant, FullQueueTargets.Runs> runs = new LinkedHashMap<>();
        variants.forEach(variant -> runs.put(variant, new FullQueueTargets.Runs(variant.backend(), variant.title())));
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int round = 1; round <= options.count("runs"); round++) {
                for (Variant variant : Turns.of(round, variants)) {
                    Map<String, Double> figures;
                    try {
                        figures = once(variant, options, work);
                    } catch (IOException e) {
                        if (variant.backend() == Backend.MILLRACE) {
                            throw e;
                        }
                        // A queue without a limit can take all memory: that is a result, and the others go on.
                        section.note(variant.title() + " did not get through round " + round + ".");
                        out.println(variant.word() + ": " + e.getMessage());
                        continue;
                    }
                    section.run("", variant.backend(), variant.title(), figures);
                    runs.get(variant).figures().add(figures);
                    out.printf(
                            Locale.ROOT,
                            "run %d/%d, %-24s %.2f M calls/s, %.0f ns of the callers a call, %.1f %% lost%n",
                            round,
                            options.count("runs"),
                            variant.word(),
                            figures.get("callsPerSecond") / 1e6,
                            figures.get("callersNsPerCall"),
                            figures.get("lostPercent"));
                }
            }
        }
        section.print("", out);
        return FullQueueTargets.judge(List.copyOf(runs.values()), results);
    }

    private static List<Variant> variants(Options options) {
        if (options.text("variants").equals("all")) {
            return VARIANTS;
        }
        List<Variant> chosen = new ArrayList<>();
        for (String word : options.words("variants")) {
            chosen.add(VARIANTS.stream()
                    .filter(variant -> variant.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("unknown variant '" + word + "'; there are "
                            + String.join(
                                    ", ", VARIANTS.stream().map(Variant::word).toList()))));
        }
        return chosen;
    }

    private SectionBuilder begin(Options options, Results results) {
        return results.section(
                        name(),
                        "Full queue",
                        "Many threads log without a pause, faster than the file can take it. What does that cost them, and"
                                + " what is lost?")
                .column("callersNsPerCall", "CPU of the callers a call", "ns", 1, 0)
                .column("cores", "cores busy", "", 1, 2)
                .column("callsPerSecond", "calls", "M/s", 1e-6, 2)
                .column("linesPerSecond", "lines in the file", "M/s", 1e-6, 2)
                .column("lostPercent", "lost", "%", 1, 1)
                .column("lost", "events lost", "", 1, 0)
                .column("counted", "of these counted by the backend", "", 1, 0)
                .column("wrong", "doubled, torn, out of order", "", 1, 0)
                .plot(Plot.Kind.BARS, "callersNsPerCall", "Processor time that a call takes from its thread", "less")
                .plot(Plot.Kind.BARS, "lostPercent", "Events lost", "less")
                .settings(options.text("threads") + " threads for " + options.text("seconds") + " s after "
                        + options.text("warmup-seconds") + " s, messages of " + MESSAGE_BYTES + " bytes, "
                        + CommonOptions.runs(options))
                .note("Log4j 2: all loggers asynchronous, RandomAccessFile without a flush for every event, Disruptor"
                        + " 3.4.4. Logback: a flush for every event, as configured by default.")
                .note(
                        "tinylog's queue has no limit: it grows on the heap. What its threads leave there when they stop is"
                                + " written afterwards.")
                .note(
                        "Lines in the file: a second from the first call until the file has stopped growing, which is after"
                                + " the last call where a queue is written out behind it.")
                .note("The heap of each JVM is 1 GB: a queue without a limit needs it.")
                .note("Lost counts calls that returned and are not in the file after it has stopped growing, warm-up"
                        + " included.");
    }

    private static Map<String, Double> once(Variant variant, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        int threads = options.count("threads");
        Path directory = work.freshRun(variant.backend());
        List<String> arguments = new ArrayList<>(CommonOptions.jvmArguments(options));
        arguments.add("-Xmx1g");
        arguments.addAll(variant.jvmArguments());
        Fork fork = new Fork(variant.backend(), directory, CommonOptions.jdk(options), arguments);
        Figures figures = fork.run(
                "overload",
                Map.of(
                        "threads", Integer.toString(threads),
                        "messageBytes", Integer.toString(MESSAGE_BYTES),
                        "seconds", Integer.toString(options.count("seconds")),
                        "warmupSeconds", Integer.toString(options.count("warmup-seconds"))),
                options.count("seconds") + options.count("warmup-seconds") + GRACE_SECONDS);
        LineFormat format = LineFormat.of(MESSAGE_BYTES, threads);
        long[] lines = figures.linesOfThreads(format, threads);
        long all = LongStream.of(lines).sum();
        LineCheck check = LineCheck.of(fork.logFile(), format, lines);
        double calls = figures.number("calls");
        double elapsed = figures.number("elapsedNs");
        double lostShare = check.missing() / (double) all;
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("callersNsPerCall", figures.number("callersCpuNs") / calls);
        row.put("cores", figures.number("cpuNs") / elapsed);
        row.put("callsPerSecond", calls / elapsed * 1e9);
        row.put("linesPerSecond", figures.number("fileLines") / figures.number("fileNs") * 1e9);
        row.put("lostPercent", 100 * lostShare);
        row.put("lost", (double) check.missing());
        row.put("wrong", (double) check.wrong());
        if (variant.backend() == Backend.MILLRACE) {
            row.put("counted", (double) dropped(fork.output()));
        }
        work.done(directory);
        return row;
    }

    /** The count in Millrace's status about what it dropped, at its end; none when it dropped nothing. */
    static long dropped(List<String> output) {
        for (String line : output) {
            Matcher dropped = DROPPED.matcher(line);
            if (dropped.find()) {
                return Long.parseLong(dropped.group(1));
            }
        }
        return 0;
    }
}
