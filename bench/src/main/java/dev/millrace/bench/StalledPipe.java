package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The part of the console scenario in which the pipe is not read any more. */
final class StalledPipe {
    private static final String RETURNED = "returnedPercent";
    private static final String EXIT = "exitNs";
    private static final int WARMUP_SECONDS = 2;
    private static final int GRACE_SECONDS = 30;
    private static final int EXIT_LIMIT_SECONDS = 10;
    private static final int EXIT_TARGET_SECONDS = 5;
    private static final double RETURNED_TARGET = 99;

    private final Options options;
    private final WorkDirectory work;

    StalledPipe(Options options, WorkDirectory work) {
        this.options = options;
        this.work = work;
    }

    void measure(List<ConsoleBackend> backends, PrintStream out, Results results)
            throws IOException, InterruptedException {
        String group = ConsoleEnd.STALLED_PIPE.title();
        SectionBuilder section = begin(results);
        for (int round = 1; round <= options.count("runs"); round++) {
            for (ConsoleBackend backend : backends) {
                if (backend == ConsoleBackend.WRITE) {
                    continue; // It would wait for ever, and says nothing about anybody.
                }
                Map<String, Double> figures = once(backend);
                section.run(group, backend.backend(), backend.title(), figures);
                out.printf(
                        Locale.ROOT,
                        "%s, run %d/%d, %-14s %.1f %% of the calls returned, longest %.2f ms, end after %.1f s%n",
                        group,
                        round,
                        options.count("runs"),
                        backend.word(),
                        figures.get(RETURNED),
                        figures.get("longestNs") / 1e6,
                        figures.get(EXIT) / 1e9);
            }
        }
        section.print(group, out);
        judge(section, group, results);
    }

    private SectionBuilder begin(Results results) {
        return results.section(
                        "console",
                        "Console that nobody reads",
                        "Standard output is a pipe, and its reader stops reading. Do the calls of the program return, and"
                                + " does it end?")
                .column(RETURNED, "calls that returned", "%", 1, 1)
                .column("longestNs", "longest call", "ms", 1e-6, 2)
                .column(EXIT, "end of the process", "s", 1e-9, 1)
                .plot(Plot.Kind.BARS, RETURNED, "Calls that returned while nobody read", "more")
                .settings(options.text("threads") + " threads, " + options.text("rate") + " lines a second for "
                        + options.text("seconds") + " s, " + CommonOptions.runs(options))
                .note("A call that has not returned counts with the time that it had taken when the clock stopped.")
                .note("A process that has not ended " + EXIT_LIMIT_SECONDS
                        + " s after the end of its main method is killed.");
    }

    private Map<String, Double> once(ConsoleBackend backend) throws IOException, InterruptedException {
        Path directory = work.freshRun(backend.backend());
        ConsoleFork fork = new ConsoleFork(
                backend,
                ConsoleEnd.STALLED_PIPE,
                directory,
                CommonOptions.jdk(options),
                CommonOptions.jvmArguments(options));
        int seconds = options.count("seconds");
        Process process = fork.start(
                backend == ConsoleBackend.PRINTLN ? "println-stall" : "stall",
                Map.of(
                        "threads", Integer.toString(options.count("threads")),
                        "rate", Integer.toString(options.count("rate")),
                        "warmupSeconds", Integer.toString(WARMUP_SECONDS),
                        "seconds", Integer.toString(seconds)));
        try {
            readUntilWarm(process, directory.resolve("warm"));
            try (OutputStream go = process.getOutputStream()) {
                go.write('\n');
            }
            Figures figures = awaitFigures(process, fork, seconds + GRACE_SECONDS);
            long beginNs = System.nanoTime();
            process.waitFor(EXIT_LIMIT_SECONDS, TimeUnit.SECONDS);
            long exitNs = System.nanoTime() - beginNs;
            Map<String, Double> row = new LinkedHashMap<>();
            row.put(RETURNED, 100 * figures.number("returned") / figures.number("due"));
            row.put("longestNs", figures.number("longestNs"));
            row.put(EXIT, (double) exitNs);
            return row;
        } finally {
            process.destroyForcibly();
            process.waitFor();
            work.done(directory);
        }
    }

    private static void readUntilWarm(Process process, Path warm) throws IOException, InterruptedException {
        InputStream pipe = process.getInputStream();
        byte[] bytes = new byte[1 << 16];
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARMUP_SECONDS + GRACE_SECONDS);
        while (!Files.exists(warm)) {
            if (!process.isAlive() || System.nanoTime() - endNs > 0) {
                throw new IOException("the program did not get warm");
            }
            if (pipe.available() > 0) {
                pipe.read(bytes);
            } else {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private static Figures awaitFigures(Process process, ConsoleFork fork, int limitSeconds)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
        while (System.nanoTime() - endNs < 0) {
            Figures figures = fork.figuresSoFar();
            if (figures != null) {
                return figures;
            }
            if (!process.isAlive()) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
        throw new IOException("the fork of " + fork.backend().word() + " measured nothing");
    }

    private static void judge(SectionBuilder section, String group, Results results) {
        double returned = section.median(group, ConsoleBackend.MILLRACE.title(), RETURNED);
        double exitNs = section.median(group, ConsoleBackend.MILLRACE.title(), EXIT);
        if (Double.isNaN(returned)) {
            return;
        }
        results.verdict(
                "console",
                "console " + group + ": calls that returned",
                String.format(Locale.ROOT, "%.0f %% or more", RETURNED_TARGET),
                String.format(Locale.ROOT, "%.1f %%", returned),
                returned >= RETURNED_TARGET);
        results.verdict(
                "console",
                "console " + group + ": end of the process",
                EXIT_TARGET_SECONDS + " s or less",
                String.format(Locale.ROOT, "%.1f s", exitNs / 1e9),
                exitNs <= TimeUnit.SECONDS.toNanos(EXIT_TARGET_SECONDS));
    }
}
