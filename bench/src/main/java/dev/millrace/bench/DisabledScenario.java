package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** What a call costs whose level is off. */
final class DisabledScenario implements Scenario {
    private static final double TARGET_NS = 1;
    private static final long LIMIT_SECONDS = 300;

    @Override
    public String name() {
        return "disabled";
    }

    @Override
    public String summary() {
        return "a call whose level is off, over an empty loop (Millrace: at most 1 ns)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,gflog,log4j2,logback,tinylog,jul",
                "calls", "20M",
                "runs", "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.logs();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(), "Disabled levels", "What does a call cost that logs nothing, because its level is off?")
                .column("argumentNs", "one argument, over an empty loop", "ns", 1, 2)
                .column("plainNs", "no argument, over an empty loop", "ns", 1, 2)
                .column("argumentLoopNs", "loop with one argument", "ns", 1, 2)
                .column("plainLoopNs", "loop with no argument", "ns", 1, 2)
                .column("emptyNs", "empty loop", "ns", 1, 2)
                .plot(Plot.Kind.BARS, "argumentLoopNs", "A loop with a disabled call with one argument", "less")
                .note(
                        "A loop with a call may take less than an empty one, and the difference is then below 0: a call that"
                                + " costs less than the two loops differ by themselves.")
                .settings(options.text("calls") + " calls, best of 12 rounds, " + CommonOptions.runs(options));
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (int round = 1; round <= options.count("runs"); round++) {
                for (Backend backend : Turns.of(round, options.backends("backends"))) {
                    Path directory = work.freshRun(backend);
                    Fork fork = new Fork(
                            backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
                    Figures figures =
                            fork.run(name(), Map.of("calls", Integer.toString(options.count("calls"))), LIMIT_SECONDS);
                    section.run("", backend, backend.title(), row(figures));
                    out.printf(
                            Locale.ROOT,
                            "run %d/%d, %-12s loop with one argument %.2f ns, empty loop %.2f ns%n",
                            round,
                            options.count("runs"),
                            backend.word(),
                            figures.number("argumentLoopNs"),
                            figures.number("emptyNs"));
                    work.done(directory);
                }
            }
        }
        section.print("", out);
        double measured = section.median("", Backend.MILLRACE.title(), "argumentNs");
        return Double.isNaN(measured)
                || results.verdict(
                        name(),
                        "a disabled call over an empty loop",
                        "1.00 ns or less",
                        String.format(Locale.ROOT, "%.2f ns", measured),
                        measured <= TARGET_NS);
    }

    /** The loops as they were, and what is over the empty one. */
    static Map<String, Double> row(Figures figures) {
        double empty = figures.number("emptyNs");
        double plain = figures.number("plainLoopNs");
        double argument = figures.number("argumentLoopNs");
        return Map.of(
                "emptyNs", empty,
                "plainLoopNs", plain,
                "argumentLoopNs", argument,
                "plainNs", plain - empty,
                "argumentNs", argument - empty);
    }
}
