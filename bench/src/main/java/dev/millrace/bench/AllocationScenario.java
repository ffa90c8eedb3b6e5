package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Bytes that the backend allocates for a call, on the calling thread. */
final class AllocationScenario implements Scenario {
    private static final long LIMIT_SECONDS = 600;
    private static final String PREFIX = "bytes.";
    /** Less than a byte in a hundred calls is the JVM's own doing, not the call's. */
    private static final double NOTHING = 0.01;
    /** One builder with its argument list. */
    private static final double ONE_BUILDER = 200;

    @Override
    public String name() {
        return "allocation";
    }

    @Override
    public String summary() {
        return "bytes allocated by a call on the calling thread (0 for Millrace; fluent calls: one builder)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        Map<String, String> defaults = new LinkedHashMap<>(CommonOptions.with(
                "backends", "millrace",
                "jdks", "current,25",
                "warmup", "200k",
                "calls", "200k"));
        defaults.remove("jdk");
        return defaults;
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.logs();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        boolean met = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            for (String jdk : options.words("jdks")) {
                if (jdk.equals("25") && Installation.jdk25() == null) {
                    out.println("JDK 25: skipped, none found (MILLRACE_JDK25 or a Temurin 25 under /usr/lib/jvm)");
                    continue;
                }
                Path home = Installation.jdk(jdk);
                out.println(Machine.describe(work.root(), home));
                for (Backend backend : options.backends("backends")) {
                    Path directory = work.freshRun(backend);
                    Fork fork = new Fork(backend, directory, home, CommonOptions.jvmArguments(options));
                    Figures figures = fork.run(
                            "allocation",
                            Map.of(
                                    "warmup", Integer.toString(options.count("warmup")),
                                    "calls", Integer.toString(options.count("calls"))),
                            LIMIT_SECONDS);
                    met &= print(backend, home, figures, out, results);
                    fork.output().forEach(line -> out.println("    " + line));
                    work.done(directory);
                }
            }
        }
        return met;
    }

    private static boolean print(Backend backend, Path home, Figures figures, PrintStream out, Results results) {
        Table table = new Table(backend.word(), "bytes a call", "");
        boolean hasTarget = backend == Backend.MILLRACE;
        boolean met = true;
        double most = 0;
        for (String name : figures.namesWith(PREFIX)) {
            String label = name.substring(name.indexOf(' ') + 1);
            double bytes = figures.number(name);
            boolean enough = bytes < (label.equals("fluent, two arguments") ? ONE_BUILDER : NOTHING);
            met &= enough;
            most = label.startsWith("fluent") ? most : Math.max(most, bytes);
            String verdict = enough ? "met" : "MISSED";
            table.row(label, String.format(Locale.ROOT, "%.2f", bytes), hasTarget ? verdict : "");
        }
        table.print(out);
        if (hasTarget) {
            results.verdict(
                    "allocation",
                    "bytes that a call allocates on its thread, the most of all cases, " + home.getFileName(),
                    "0 B (fluent: one builder)",
                    String.format(Locale.ROOT, "%.2f B", most),
                    met);
        }
        return met || !hasTarget;
    }
}
