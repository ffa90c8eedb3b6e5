package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What logging costs a service: point selects through the SQL gateway of the samples. The gateways of all backends are up
 * at once and have the load in turn, a second each, so that what else the machine does meets each of them.
 */
final class GatewayScenario implements Scenario {
    private static final String LOAD = "dev.millrace.samples.gateway.demo.LoadMain";
    private static final long END_SECONDS = 120;

    @Override
    public String name() {
        return "gateway";
    }

    @Override
    public String summary() {
        return "statements a second and p95 of a SQL gateway, one log line each, or with lines of trace besides";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends",
                        "none,logback,logback-noflush,logback-async,logback-async-noflush,millrace,millrace-noflush",
                "trace", "none,10",
                "clients", "16",
                "warmup-seconds", "8",
                "seconds", "10",
                "runs", "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.logsInServices();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(),
                        "A SQL gateway",
                        "How many point selects does a service answer, and how fast, with each way to log them?")
                .column("tps", "statements", "/s", 1, 0)
                .column("p50", "p50", "ms", 1e-3, 2)
                .column("p95", "p95", "ms", 1e-3, 2)
                .column("p99", "p99", "ms", 1e-3, 2)
                .column("logBytesPerSecond", "log", "MB/s", 1e-6, 1)
                .column("lost", "statements not logged", "", 1, 0)
                .plot(Plot.Kind.BARS, "tps", "Statements a second", "more")
                .plot(Plot.Kind.BARS, "p95", "95th percentile of a statement", "less")
                .settings(options.text("clients") + " clients, each with one statement under way, "
                        + options.text("seconds") + " s after " + options.text("warmup-seconds") + " s, "
                        + CommonOptions.runs(options))
                .note(
                        "The gateways, their embedded databases and the load share the machine. All are up at once and have "
                                + "the load in turn, a second each. A trace line has four arguments.")
                .note("Statements not logged: answers without a line; below 0 there are more lines than answers.")
                .note(
                        "Millrace reads the logback.xml of \"Logback sync\", and without flush that of \"Logback sync, no flush\".");
        boolean lossless = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int traceLines : options.linesOfTrace("trace")) {
                String group = traceLines == 0 ? "one line a statement" : "and " + traceLines + " lines of trace each";
                for (int round = 1; round <= options.count("runs"); round++) {
                    String run = String.format(Locale.ROOT, "%s, run %d/%d", group, round, options.count("runs"));
                    lossless &= once(traceLines, options, work, new Rows(section, group, run, out));
                }
                section.print(group, out);
            }
        }
        return lossless;
    }

    /** Where the figures of a run go. */
    private record Rows(SectionBuilder section, String group, String run, PrintStream out) {
        void add(Backend backend, Map<String, Double> figures) {
            section.run(group, backend, backend.title(), figures);
            out.printf(
                    Locale.ROOT,
                    "%s, %-22s %,.0f statements/s, p95 %.2f ms, %.0f not logged%n",
                    run,
                    backend.word(),
                    figures.get("tps"),
                    figures.get("p95") / 1e3,
                    figures.getOrDefault("lost", 0.0));
        }
    }

    /** False when Millrace has lost something. */
    private static boolean once(int traceLines, Options options, WorkDirectory work, Rows rows)
            throws IOException, InterruptedException {
        List<GatewayFork> gateways = new ArrayList<>();
        try {
            for (Backend backend : options.backends("backends")) {
                gateways.add(GatewayFork.start(backend, options, work));
            }
            Figures load = load(gateways, traceLines, options, work);
            boolean lossless = true;
            for (GatewayFork gateway : gateways) {
                Map<String, Double> figures = gateway.end(load, secondsEach(options), work);
                rows.add(gateway.backend(), figures);
                lossless &= !gateway.backend().isOwn() || figures.get("lost") == 0;
            }
            return lossless;
        } finally {
            gateways.forEach(GatewayFork::close);
        }
    }

    private static long secondsEach(Options options) {
        return options.count("warmup-seconds") + options.count("seconds");
    }

    private static Figures load(List<GatewayFork> gateways, int traceLines, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path printed = work.root().resolve("load.out");
        List<Path> classes = Installation.gatewayClassPath();
        Process load = LiveForks.start(new ProcessBuilder(
                        CommonOptions.jdk(options).resolve("bin/java").toString(),
                        "-cp",
                        classes.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                        LOAD,
                        gateways.stream().map(GatewayFork::port).collect(Collectors.joining(",")),
                        Integer.toString(options.count("clients")),
                        Integer.toString(options.count("warmup-seconds")),
                        Integer.toString(options.count("seconds")),
                        Integer.toString(traceLines))
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile()));
        try {
            long limit = secondsEach(options) * gateways.size() + END_SECONDS;
            if (!load.waitFor(limit, TimeUnit.SECONDS) || load.exitValue() != 0) {
                throw new IOException("the load failed: " + Files.readString(printed));
            }
            return Figures.parse(Files.readString(printed));
        } finally {
            load.destroyForcibly();
        }
    }
}
