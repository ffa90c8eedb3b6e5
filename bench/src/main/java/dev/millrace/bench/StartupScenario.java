package dev.millrace.bench;

import dev.millrace.bench.driver.StartupDriver;
import dev.millrace.bench.driver.StartupFloor;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
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
        Map<Backend, List<Double>> firstByteNs = new EnumMap<>(Backend.class);
        backends.forEach(backend -> firstByteNs.put(backend, new ArrayList<>()));
        List<Double> floorNs = new ArrayList<>();
        Path jdk = CommonOptions.jdk(options);
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), jdk));
            int runs = options.count("runs");
            // The first round reads everything from disk and counts for nobody.
            for (int round = 0; round <= runs; round++) {
                double floor = firstByteNs(backends.get(0), jdk, StartupFloor.class, work);
                if (round > 0) {
                    floorNs.add(floor);
                }
                for (Backend backend : backends) {
                    double measured = firstByteNs(backend, jdk, StartupDriver.class, work);
                    if (round > 0) {
                        firstByteNs.get(backend).add(measured);
                    }
                }
            }
        }
        return print(backends, firstByteNs, floorNs, out, results);
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

    private static boolean print(
            List<Backend> backends,
            Map<Backend, List<Double>> firstByteNs,
            List<Double> floorNs,
            PrintStream out,
            Results results) {
        Backend anchor = backends.contains(Backend.LOGBACK) ? Backend.LOGBACK : backends.get(0);
        double anchorNs = Spread.of(firstByteNs.get(anchor)).median();
        Table table = new Table("backend", "median ms", "min", "max", "x " + anchor.word());
        for (Backend backend : backends) {
            row(table, backend.word(), Spread.of(firstByteNs.get(backend)), anchorNs);
        }
        row(table, "(no logging, one write)", Spread.of(floorNs), anchorNs);
        out.println("from JVM start to the first readable byte, medians of " + floorNs.size() + " interleaved runs");
        table.print(out);
        if (!backends.contains(Backend.MILLRACE) || anchor != Backend.LOGBACK) {
            return true;
        }
        boolean met = Spread.of(firstByteNs.get(Backend.MILLRACE)).median() <= TARGET * anchorNs;
        results.verdict(
                "startup",
                "from JVM start to the first readable byte, against " + anchor.title(),
                format("%.2f x or less", TARGET),
                format("%.2f x", Spread.of(firstByteNs.get(Backend.MILLRACE)).median() / anchorNs),
                met);
        return met;
    }

    private static void row(Table table, String label, Spread ns, double anchorNs) {
        table.row(
                label, millis(ns.median()), millis(ns.min()), millis(ns.max()), format("%.2f", ns.median() / anchorNs));
    }

    private static String millis(double nanos) {
        return format("%.1f", nanos / 1e6);
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
