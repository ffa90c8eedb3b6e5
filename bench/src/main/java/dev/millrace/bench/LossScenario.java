package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.driver.ReturnedCalls;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** What is missing after an abrupt end. */
final class LossScenario implements Scenario {
    static final List<String> ENDS = List.of("sigkill", "exit", "halt");
    private static final long LIMIT_SECONDS = 180;

    /** So long a fork may log that ends within its limit. */
    static final int MOST_SECONDS = 120;

    private static final long POLL_MS = 50;
    /** 128 and the number of SIGKILL, as the JDK tells the end by a signal. */
    private static final int KILLED_CODE = 137;

    @Override
    public String name() {
        return "loss";
    }

    @Override
    public String summary() {
        return "events of returned calls that are not in the file after SIGKILL, System.exit and Runtime.halt"
                + " (Millrace: none, after one restart)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends",
                "millrace,gflog,log4j2,log4j2-noflush,log4j2-appender,logback,logback-noflush,logback-async,tinylog,"
                        + "tinylog-default,jul",
                "ends",
                String.join(",", ENDS),
                "threads",
                "4",
                "seconds",
                "2",
                "runs",
                "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.writesLines();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(),
                        "Loss",
                        "A program ends in the middle of logging. How many events whose calls had returned are not in the"
                                + " file?")
                .column("lost", "events lost", "", 1, 0)
                .column("atEnd", "not in the file at the end", "", 1, 0)
                .column("returned", "calls returned", "M", 1e-6, 2)
                .column("doubled", "doubled", "", 1, 0)
                .column("disordered", "out of order", "", 1, 0)
                .column("damaged", "torn lines", "", 1, 0)
                .plot(Plot.Kind.BARS, "lost", "Events of returned calls that are lost", "less")
                .settings(options.text("threads") + " threads logging as fast as they can for "
                        + options.text("seconds") + " s, " + CommonOptions.runs(options))
                .note(
                        "The threads log on while the program ends. What counts are calls that had returned before it called"
                                + " System.exit or Runtime.halt, or was killed; later ones may be in the file or not.")
                .note("Millrace's program is started once more before its file is counted, as any service is after a"
                        + " crash: that start writes what the journal still holds. The column \"not in the file at the"
                        + " end\" is before it. Rivals keep nothing that a restart could write.")
                .note(
                        "None of the programs has a shutdown hook of its own; rivals have what they install by themselves.");
        boolean met = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (String end : options.words("ends")) {
                boolean lossless = true;
                for (int round = 1; round <= options.count("runs"); round++) {
                    for (Backend backend : Turns.of(round, options.backends("backends"))) {
                        Map<String, Double> figures = once(backend, end, options, work);
                        section.run(title(end), backend, backend.title(), figures);
                        lossless &= backend != Backend.MILLRACE || isPerfect(figures);
                        out.printf(
                                Locale.ROOT,
                                "%s, run %d/%d, %-16s %,.0f of %,.0f lost%n",
                                title(end),
                                round,
                                options.count("runs"),
                                backend.word(),
                                figures.get("lost"),
                                figures.get("returned"));
                    }
                }
                section.print(title(end), out);
                if (section.has(title(end), Backend.MILLRACE.title())) {
                    met &= results.verdict(
                            name(),
                            "lost, doubled, out of order or torn after " + title(end),
                            "none in every run",
                            lossless ? "none" : "some",
                            lossless);
                }
            }
        }
        return met;
    }

    private static boolean isPerfect(Map<String, Double> figures) {
        return figures.get("lost") + figures.get("doubled") + figures.get("disordered") + figures.get("damaged") == 0;
    }

    private static String title(String end) {
        return switch (end) {
            case "sigkill" -> "SIGKILL";
            case "exit" -> "System.exit";
            default -> "Runtime.halt";
        };
    }

    private static Map<String, Double> once(Backend backend, String end, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        int threads = options.count("threads");
        LineFormat format = LineFormat.standard(threads);
        Path directory = work.freshRun(backend);
        Path counters = directory.resolve("returned");
        Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        Process process = fork.startDriver(
                "loss",
                Map.of(
                        "threads", Integer.toString(threads),
                        "seconds", Long.toString(options.longCount("seconds")),
                        "end", end,
                        "returned", counters.toString()));
        try {
            if (end.equals("sigkill")) {
                killAfter(TimeUnit.SECONDS.toMillis(options.longCount("seconds")), process, fork);
            }
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the fork of " + backend.word() + " did not end within " + LIMIT_SECONDS + " s"
                        + fork.outputTail());
            }
            int code = end.equals("sigkill") ? KILLED_CODE : 0;
            if (process.exitValue() != code) {
                throw new IOException("the fork of " + backend.word() + " ended with code " + process.exitValue()
                        + " and not with " + code + fork.outputTail());
            }
        } finally {
            process.destroyForcibly();
        }
        ReturnedCalls calls = ReturnedCalls.read(counters, threads);
        LineCheck atEnd = LineCheck.ofEnded(fork.logFile(), format, calls.returned(), calls.begun());
        LineCheck check = atEnd;
        if (backend == Backend.MILLRACE) {
            fork.run("restart", Map.of(), LIMIT_SECONDS);
            check = LineCheck.ofEnded(fork.logFile(), format, calls.returned(), calls.begun());
        }
        work.done(directory);
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("lost", (double) check.missing());
        row.put("atEnd", (double) atEnd.missing());
        row.put("returned", (double) LongStream.of(calls.returned()).sum());
        row.put("doubled", (double) check.doubled());
        row.put("disordered", (double) check.disordered());
        row.put("damaged", (double) check.damaged());
        return row;
    }

    /** Kills it so many milliseconds after its first line. */
    private static void killAfter(long millis, Process process, Fork fork) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!Files.exists(fork.logFile()) || Files.size(fork.logFile()) == 0) {
            if (process.waitFor(POLL_MS, TimeUnit.MILLISECONDS) || System.nanoTime() > limit) {
                throw new IOException("no line of " + fork.backend().word() + fork.outputTail());
            }
        }
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            // SIGKILL on every Unix.
            process.destroyForcibly();
        }
    }
}
