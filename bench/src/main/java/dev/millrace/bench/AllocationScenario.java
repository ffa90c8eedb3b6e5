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
    private static final String MOST = "most";
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
        SectionBuilder section = begin(options, results);
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
                    met &= add(backend, home, figures, section, results);
                    print(backend, figures, out);
                    fork.output().forEach(line -> out.println("    " + line));
                    work.done(directory);
                }
            }
        }
        return met;
    }

    /** A line for each call: there are too many for columns. */
    private static void print(Backend backend, Figures figures, PrintStream out) {
        Table table = new Table(backend.word(), "bytes a call");
        for (String name : figures.namesWith(PREFIX)) {
            table.row(name.substring(name.indexOf(' ') + 1), String.format(Locale.ROOT, "%.2f", figures.number(name)));
        }
        table.print(out);
    }

    private SectionBuilder begin(Options options, Results results) {
        return results.section(name(), "Allocation", "How many bytes does a call allocate on its thread?")
                .column(MOST, "most of all but fluent ones", "B", 1, 2)
                .settings(
                        options.text("calls") + " calls after " + options.text("warmup") + ", the least of five rounds")
                .note(
                        "Arguments are made beforehand: only what the backend allocates counts. Less than a hundredth of a byte"
                                + " a call is the JVM's own doing.");
    }

    private boolean add(Backend backend, Path home, Figures figures, SectionBuilder section, Results results)
            throws IOException {
        boolean met = true;
        double most = 0;
        Map<String, Double> row = new LinkedHashMap<>();
        for (String name : figures.namesWith(PREFIX)) {
            String label = name.substring(name.indexOf(' ') + 1);
            double bytes = figures.number(name);
            section.column(name, label, "B", 1, 2);
            row.put(name, bytes);
            met &= bytes < (label.equals("fluent, two arguments") ? ONE_BUILDER : NOTHING);
            most = label.startsWith("fluent") ? most : Math.max(most, bytes);
        }
        row.put(MOST, most);
        section.run("JDK " + Machine.release(home), backend, backend.title(), row);
        return backend != Backend.MILLRACE
                || results.verdict(
                        name(),
                        "bytes that a call allocates on its thread, the most of all cases, " + home.getFileName(),
                        "0 B (fluent: one builder)",
                        String.format(Locale.ROOT, "%.2f B", most),
                        met);
    }
}
