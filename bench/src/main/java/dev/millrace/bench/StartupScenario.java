package dev.millrace.bench;

import dev.millrace.bench.driver.StartupDriver;
import dev.millrace.bench.driver.StartupFloor;
import dev.millrace.bench.report.Plot;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** From the start of a JVM to the first byte that another process, this one, can read in the log file. */
final class StartupScenario implements Scenario {
    private static final long POLL_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LIMIT_SECONDS = 30;
    private static final double TARGET = 0.5;
    private static final String FIRST_BYTE = "firstByteNs";
    private static final String FLOOR = "no logging, one write";

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String summary() {
        return "from JVM start to the first readable byte, same logback.xml (Millrace: at most half of Logback)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,logback",
                "runs", "20");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.writesLines();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        List<Backend> backends = options.backends("backends");
        Path jdk = CommonOptions.jdk(options);
        String group = "JDK " + Machine.release(jdk);
        SectionBuilder section = begin(options, results);
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), jdk));
            int runs = options.count("runs");
            // The first round reads everything from disk and counts for nobody.
            for (int round = 0; round <= runs; round++) {
                double floor = firstByteNs(backends.get(0), jdk, StartupFloor.class, work);
                if (round > 0) {
                    section.run(group, Backend.NONE, FLOOR, Map.of(FIRST_BYTE, floor));
                }
                for (Backend backend : Turns.of(round, backends)) {
                    double measured = firstByteNs(backend, jdk, StartupDriver.class, work);
                    if (round > 0) {
                        section.run(group, backend, backend.title(), Map.of(FIRST_BYTE, measured));
                    }
                }
            }
        }
        section.print(group, out);
        return judge(section, group, results);
    }

    private SectionBuilder begin(Options options, Results results) {
        return results.section(name(), "Start", "How long after the start of a JVM can the first line be read?")
                .column(FIRST_BYTE, "first readable byte", "ms", 1e-6, 1)
                .plot(Plot.Kind.BARS, FIRST_BYTE, "From the start of a JVM to the first readable byte", "less")
                .settings(CommonOptions.runs(options) + " after one that does not count")
                .note("The JVMs have no options: a heap as large as they choose. \"" + FLOOR
                        + "\": a program that writes" + " one line by itself.");
    }

    private static double firstByteNs(Backend backend, Path jdk, Class<?> main, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(backend, directory, jdk, List.of());
        File file = fork.logFile().toFile();
        long start = System.nanoTime();
        Process process = fork.start(main.getName());
        try {
            long elapsed;
            do {
                LockSupport.parkNanos(POLL_NS);
                elapsed = System.nanoTime() - start;
                if (!process.isAlive() || elapsed > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                    throw new IOException("no line of " + backend.word() + " after " + elapsed / 1_000_000 + " ms"
                            + fork.outputTail());
                }
            } while (file.length() == 0);
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the fork of " + backend.word() + " did not end" + fork.outputTail());
            }
            work.done(directory);
            return elapsed;
        } finally {
            process.destroyForcibly();
        }
    }

    private boolean judge(SectionBuilder section, String group, Results results) {
        double ratio = section.median(group, Backend.MILLRACE.title(), FIRST_BYTE)
                / section.median(group, Backend.LOGBACK.title(), FIRST_BYTE);
        return Double.isNaN(ratio)
                || results.verdict(
                        name(),
                        "from JVM start to the first readable byte, against " + Backend.LOGBACK.title(),
                        String.format(Locale.ROOT, "%.2f x or less", TARGET),
                        Ratios.measured(ratio, TARGET, ratio <= TARGET),
                        ratio <= TARGET);
    }
}
