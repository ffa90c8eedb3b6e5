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

/** One file for each value of the MDC, many of them open at once. */
final class SiftingScenario implements Scenario {
    private static final String RATE = "eventsPerSecond";
    private static final String WAY = "sifted";
    private static final long LIMIT_SECONDS = 600;

    @Override
    public String name() {
        return "sifting";
    }

    @Override
    public String summary() {
        return "events a second into a thousand files, one for each value of the MDC, every line checked";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,logback,log4j2",
                "keys", "1000",
                "threads", "4",
                "warmup", "400k",
                "events", "2M",
                "runs", "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.canRoll();
    }

    @Override
    public long neededBytes(Options options) {
        long events = options.longCount("warmup") + options.longCount("events");
        return NeededSpace.ofOutput(events * LineFormat.standard(1).lineBytes());
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(),
                        "A file for each value",
                        "How many events a second reach the files of so many values of the MDC?")
                .column(RATE, "events into the files", "M/s", 1e-6, 3)
                .column("cpuNsPerEvent", "CPU an event", "ns", 1, 0)
                .column("callsPerSecond", "calls", "M/s", 1e-6, 3)
                .column("missing", "events missing", "", 1, 0)
                .plot(Plot.Kind.BARS, RATE, "Events a second into the files", "more")
                .settings(options.text("keys") + " values, " + options.text("threads") + " threads, "
                        + options.text("events") + " events after " + options.text("warmup") + ", "
                        + CommonOptions.runs(options))
                .note("Every event has the next value. Logback: SiftingAppender; Log4j 2: a routing appender behind"
                        + " asynchronous loggers. After the same warm-up, rivals have a fifth of the events.");
        boolean perfect = true;
        List<Backend> backends = options.backends("backends");
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int round = 1; round <= options.count("runs"); round++) {
                for (Backend backend : Turns.of(round, backends)) {
                    perfect &= once(backend, round, options, work, section, out);
                }
            }
        }
        section.print(WAY, out);
        double ratio = section.median(WAY, Backend.MILLRACE.title(), RATE)
                / section.median(WAY, Backend.LOGBACK.title(), RATE);
        if (!Double.isNaN(ratio)) {
            results.verdict(
                    name(),
                    "rate into " + options.text("keys") + " files against " + Backend.LOGBACK.title(),
                    "1.00 x or more",
                    Ratios.measured(ratio, 1, ratio >= 1),
                    ratio >= 1);
        }
        return perfect;
    }

    private static boolean once(
            Backend backend, int round, Options options, WorkDirectory work, SectionBuilder section, PrintStream out)
            throws IOException, InterruptedException {
        int threads = options.count("threads");
        int keys = options.count("keys");
        LineFormat format = LineFormat.standard(threads);
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(
                backend,
                LineLayout.PLAIN,
                FileRoll.SIFTED,
                directory,
                CommonOptions.jdk(options),
                CommonOptions.jvmArguments(options));
        Figures figures = fork.run(
                "sifted",
                Map.of(
                        "threads", Integer.toString(threads),
                        "keys", Integer.toString(keys),
                        "warmup", Long.toString(options.longCount("warmup")),
                        "events", Long.toString(options.longCount("events") / backend.divisor())),
                LIMIT_SECONDS);
        SiftedFiles files = SiftedFiles.of(fork.logFile(), format, threads, keys, figures.count("linesEach"));
        double events = figures.number("events");
        Map<String, Double> row = new LinkedHashMap<>();
        row.put(RATE, events / figures.number("filesNs") * 1e9);
        row.put("cpuNsPerEvent", figures.number("cpuNs") / events);
        row.put("callsPerSecond", events / figures.number("callsNs") * 1e9);
        row.put("missing", (double) files.missing());
        section.run(WAY, backend, backend.title(), row);
        out.printf(
                Locale.ROOT,
                "%s, run %d/%d, %-12s %.3f M/s, %.0f ns of CPU an event; %s%n",
                WAY,
                round,
                options.count("runs"),
                backend.word(),
                row.get(RATE) / 1e6,
                row.get("cpuNsPerEvent"),
                files);
        fork.output().forEach(line -> out.println("    " + line));
        work.done(directory);
        return backend != Backend.MILLRACE || files.isPerfect();
    }
}
