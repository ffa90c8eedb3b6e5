package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.driver.WarmMemory;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Standard output as the place of the log: a file, a pipe, a terminal, and a pipe that nobody reads. */
final class ConsoleScenario implements Scenario {
    static final String RATE = "eventsPerSecond";
    private static final long LIMIT_SECONDS = 600;

    @Override
    public String name() {
        return "console";
    }

    @Override
    public String summary() {
        return "lines a second to standard output (file, pipe, terminal) against System.out.println, every line"
                + " checked; and calls that return while nobody reads the pipe";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,println,logback,log4j2,log4j2-follow,log4j2-direct,write",
                "ends", "file,pipe,terminal,stalled-pipe",
                "threads", "4",
                "warmup", "1M",
                "events", "6M",
                "seconds", "5",
                "rate", "20k",
                "runs", "5",
                "hold", "auto");
    }

    @Override
    public long neededBytes(Options options) {
        return NeededSpace.ofOutput(outputBytes(ConsoleEnd.named(options.words("ends")), options));
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        List<ConsoleBackend> backends = ConsoleBackend.named(options.words("backends"));
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            List<ConsoleEnd> ends = ConsoleEnd.named(options.words("ends"));
            HeldMemory held = hold(ends, options, out);
            try {
                for (ConsoleEnd end : ends) {
                    perfect &= measureAt(end, backends, options, work, out, results);
                }
            } finally {
                held.close();
            }
        }
        return perfect;
    }

    private static HeldMemory hold(List<ConsoleEnd> ends, Options options, PrintStream out) throws IOException {
        long bytes = outputBytes(ends, options);
        HeldMemory held = HeldMemory.around(bytes, options, out);
        DirtyLimit.warn(bytes, out);
        return held;
    }

    private static long outputBytes(List<ConsoleEnd> ends, Options options) {
        boolean fills = ends.contains(ConsoleEnd.FILE) || ends.contains(ConsoleEnd.PIPE);
        long lines = fills ? options.longCount("warmup") + options.longCount("events") : 0;
        return lines * LineFormat.standard(options.count("threads")).lineBytes();
    }

    private boolean measureAt(
            ConsoleEnd end,
            List<ConsoleBackend> backends,
            Options options,
            WorkDirectory work,
            PrintStream out,
            Results results)
            throws IOException, InterruptedException {
        if (end == ConsoleEnd.STALLED_PIPE) {
            new StalledPipe(options, work).measure(backends, out, results);
            return true;
        }
        if (end == ConsoleEnd.TERMINAL && !ConsoleFork.hasTerminals()) {
            results.failure("console: no terminal, because there is no script(1) of util-linux");
            return true;
        }
        return measure(backends, end, options, work, out, results);
    }

    private boolean measure(
            List<ConsoleBackend> backends,
            ConsoleEnd end,
            Options options,
            WorkDirectory work,
            PrintStream out,
            Results results)
            throws IOException, InterruptedException {
        SectionBuilder section = begin(options, results);
        boolean perfect = true;
        int rounds = options.count("runs");
        for (int round = 1; round <= rounds; round++) {
            for (ConsoleBackend backend : Turns.of(round, backends)) {
                Run run = once(backend, end, options, work);
                perfect &= backend != ConsoleBackend.MILLRACE || run.check().isPerfect();
                section.run(end.title(), backend.backend(), backend.title(), run.figures());
                out.printf(
                        Locale.ROOT,
                        "%s, run %d/%d, %-14s %.3f M/s, %.0f ns of CPU an event; %s%n",
                        end.title(),
                        round,
                        rounds,
                        backend.word(),
                        run.figures().get(RATE) / 1e6,
                        run.figures().get("cpuNsPerEvent"),
                        backend == ConsoleBackend.WRITE ? run.check().lines() + " lines" : run.check());
            }
        }
        section.print(end.title(), out);
        ConsoleTargets.judge(section, end, results);
        return perfect;
    }

    private SectionBuilder begin(Options options, Results results) {
        return results.section(
                        name(),
                        "Console",
                        "How many lines a second reach what standard output leads to, when every thread logs as fast as it"
                                + " can?")
                .column(RATE, "lines", "M/s", 1e-6, 3)
                .column("cpuNsPerEvent", "CPU a line", "ns", 1, 0)
                .column("callsPerSecond", "calls", "M/s", 1e-6, 3)
                .column("lostPercent", "lost", "%", 1, 1)
                .plot(Plot.Kind.BARS, RATE, "Lines a second to standard output", "more")
                .plot(Plot.Kind.BARS, "cpuNsPerEvent", "Processor time a line", "less")
                .settings(options.text("threads") + " threads, " + options.text("events") + " lines after "
                        + options.text("warmup") + ", " + CommonOptions.runs(options))
                .note(
                        "write(2) of the same bytes is one thread with lines that were ready before, 64 KiB at a time: what"
                                + " that end takes from anybody. Its lines are counted, not looked at.")
                .note("After the same warm-up rivals have a tenth of the lines, and on the terminal everybody has a"
                        + " quarter of both.")
                .note("System.out.println prints the same line, put together with + and a DateTimeFormatter.")
                .note("The pipe is read by cat, into a file.")
                .note("The terminal is a pseudo-terminal of script(1) without output processing. There Millrace is"
                        + " synchronous by default, as the others are.")
                .note("Log4j 2: loggers that are not asynchronous, as configured by default.");
    }

    private static Run once(ConsoleBackend backend, ConsoleEnd end, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        int threads = options.count("threads");
        LineFormat format = LineFormat.standard(threads);
        long warmup = Math.max(threads, options.longCount("warmup") / end.warmupDivisor());
        long events = Math.max(threads, options.longCount("events") / end.divisor(backend));
        Path directory = work.freshRun(backend.backend());
        ConsoleFork fork = new ConsoleFork(
                backend, end, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        Figures figures;
        try (WarmMemory memory =
                WarmMemory.of(directory.resolve("warm-memory"), (warmup + events) * format.lineBytes())) {
            memory.giveAheadOf(fork.lines());
            figures = fork.run(
                    backend.driver(),
                    Map.of(
                            "threads", Integer.toString(threads),
                            "virtual", "false",
                            "messageBytes", Integer.toString(LineFormat.STANDARD_MESSAGE),
                            "tailLines", "0",
                            "toDisk", "false",
                            "warmup", Long.toString(warmup),
                            "events", Long.toString(events)),
                    LIMIT_SECONDS);
        }
        long[] expected = new long[threads];
        Arrays.fill(expected, 0, backend == ConsoleBackend.WRITE ? 1 : threads, figures.count("linesEach"));
        LineCheck check = backend == ConsoleBackend.WRITE
                ? LineCheck.counted(fork.lines(), format, expected)
                : LineCheck.of(fork.lines(), format, expected);
        work.done(directory);
        return new Run(Run.figures(figures, check), check);
    }

    /** One run's figures by key, and what was found in its output. */
    private record Run(Map<String, Double> figures, LineCheck check) {
        static Map<String, Double> figures(Figures figures, LineCheck check) {
            double events = figures.number("events");
            double lostShare = check.missing() / (double) (check.missing() + check.lines());
            Map<String, Double> row = new LinkedHashMap<>();
            row.put(RATE, events * (1 - lostShare) / figures.number("fileNs") * 1e9);
            row.put("cpuNsPerEvent", figures.number("cpuNs") / events);
            row.put("callsPerSecond", events / figures.number("callsNs") * 1e9);
            row.put("lostPercent", 100 * lostShare);
            return row;
        }
    }
}
