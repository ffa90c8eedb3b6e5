package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What logging costs a service: point selects through the SQL gateway of the samples. */
final class GatewayScenario implements Scenario {
    private static final String GATEWAY = "dev.millrace.samples.gateway.Gateway";
    private static final String LOAD = "dev.millrace.samples.gateway.demo.LoadMain";
    private static final String READY = "READY ";
    private static final String STATEMENT = " gateway.sql - ";
    private static final long START_SECONDS = 90;
    private static final long END_SECONDS = 120;
    private static final long POLL_MS = 20;

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
                "backends", "none,logback,logback-noflush,logback-async,logback-async-noflush,millrace",
                "trace", "none,10",
                "clients", "16",
                "warmup-seconds", "8",
                "seconds", "10",
                "runs", "3");
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
                        "The gateway, its embedded database and the load share the machine. A trace line has four arguments.")
                .note("Millrace reads the logback.xml of \"Logback sync\".");
        boolean lossless = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (String trace : options.words("trace")) {
                int traceLines = trace.equals("none") ? 0 : Integer.parseInt(trace);
                String group = traceLines == 0 ? "one line a statement" : "and " + traceLines + " lines of trace each";
                for (int round = 1; round <= options.count("runs"); round++) {
                    for (Backend backend : options.backends("backends")) {
                        Map<String, Double> figures = once(backend, traceLines, options, work);
                        section.run(group, backend, backend.title(), figures);
                        lossless &= backend != Backend.MILLRACE || figures.get("lost") == 0;
                        out.printf(
                                Locale.ROOT,
                                "%s, run %d/%d, %-22s %,.0f statements/s, p95 %.2f ms%n",
                                group,
                                round,
                                options.count("runs"),
                                backend.word(),
                                figures.get("tps"),
                                figures.get("p95") / 1e3);
                    }
                }
                section.print(group, out);
            }
        }
        return lossless;
    }

    private static Map<String, Double> once(Backend backend, int traceLines, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        List<Path> classes = Installation.gatewayClassPath();
        String clients = Integer.toString(options.count("clients"));
        Process gateway = fork.startWith(classes, GATEWAY, "0", clients);
        try {
            String port = awaitPort(gateway, fork);
            Figures load = load(classes, fork, port, clients, traceLines, options);
            gateway.getOutputStream().close();
            if (!gateway.waitFor(END_SECONDS, TimeUnit.SECONDS) || gateway.exitValue() != 0) {
                throw new IOException("the gateway on " + backend.word() + " did not end cleanly" + fork.outputTail());
            }
            double seconds = options.count("warmup-seconds") + options.count("seconds");
            Map<String, Double> row = new LinkedHashMap<>();
            row.put("tps", load.number("answers") / load.number("measuredNs") * 1e9);
            row.put("p50", load.number("p50Micros"));
            row.put("p95", load.number("p95Micros"));
            row.put("p99", load.number("p99Micros"));
            if (backend != Backend.NONE) {
                row.put("logBytesPerSecond", Files.size(fork.logFile()) / seconds);
                row.put("lost", (double) Math.max(0, load.count("answeredInAll") - statements(fork.logFile())));
            }
            work.done(directory);
            return row;
        } finally {
            gateway.destroyForcibly();
        }
    }

    private static String awaitPort(Process gateway, Fork fork) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < limit) {
            for (String line : fork.output()) {
                if (line.startsWith(READY)) {
                    return line.substring(READY.length()).trim();
                }
            }
            if (gateway.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        throw new IOException("the gateway on " + fork.backend().word() + " did not start" + fork.outputTail());
    }

    private static Figures load(
            List<Path> classes, Fork fork, String port, String clients, int traceLines, Options options)
            throws IOException, InterruptedException {
        Path printed = fork.directory().resolve("load.out");
        Process load = LiveForks.start(new ProcessBuilder(
                        fork.javaHome().resolve("bin/java").toString(),
                        "-cp",
                        classes.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                        LOAD,
                        port,
                        clients,
                        options.text("warmup-seconds"),
                        options.text("seconds"),
                        Integer.toString(traceLines))
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile()));
        try {
            long limit = options.count("warmup-seconds") + options.count("seconds") + END_SECONDS;
            if (!load.waitFor(limit, TimeUnit.SECONDS) || load.exitValue() != 0) {
                throw new IOException("the load on " + fork.backend().word() + " failed: " + Files.readString(printed));
            }
            return Figures.parse(Files.readString(printed));
        } finally {
            load.destroyForcibly();
        }
    }

    private static long statements(Path log) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            long count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count += line.contains(STATEMENT) ? 1 : 0;
            }
            return count;
        }
    }
}
