package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** {@code bench --quick} and {@code bench --full}: scenarios one after the other, one report, a verdict a figure. */
final class SuiteCommand {
    private final String word;
    private final PrintStream out;
    private final Function<String, Scenario> scenarios;

    SuiteCommand(String word, PrintStream out) {
        this(word, out, Bench::scenario);
    }

    /** With scenarios by their names. */
    SuiteCommand(String word, PrintStream out, Function<String, Scenario> scenarios) {
        this.word = word;
        this.out = out;
        this.scenarios = scenarios;
    }

    static Map<String, String> optionDefaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("runs", "");
        defaults.put("only", "");
        defaults.put("hold", "");
        defaults.put("out", "");
        defaults.put("work", "");
        return defaults;
    }

    /** Runs it and returns the exit code. */
    int run(List<String> arguments) throws IOException, InterruptedException {
        Options options = Options.parse(arguments, optionDefaults());
        boolean quick = word.equals("--quick");
        List<Suite.Step> steps = steps(quick, options);
        Path reports = ReportOutput.place(options.text("out"));
        RunFacts facts = RunFacts.read(word, arguments, options);
        NeededSpace.require(neededBytes(steps), WorkDirectory.parent(options));
        Results results = new Results();
        out.println(word.substring(2) + ": " + steps.size() + " measurements, "
                + (quick ? "under three minutes" : "about two and a half hours with " + Suite.FULL_RUNS + " runs")
                + " on a quiet machine with two processors");
        for (int i = 0; i < steps.size(); i++) {
            Suite.Step step = steps.get(i);
            out.println();
            out.println("[" + (i + 1) + "/" + steps.size() + ", after " + results.seconds() + " s] " + step.scenario()
                    + " " + String.join(" ", step.options()));
            one(step, options, results);
            ReportOutput.keep(results, facts, reports, out);
        }
        results.printVerdicts(out);
        results.printEnd(out);
        ReportOutput.write(results, facts, reports, out);
        if (results.hasFailures()) {
            return Bench.EXIT_BROKEN;
        }
        return results.allMet() ? Bench.EXIT_OK : Bench.EXIT_MISSED;
    }

    private List<Suite.Step> steps(boolean quick, Options options) {
        int runs = options.text("runs").isEmpty() ? (quick ? 1 : Suite.FULL_RUNS) : options.count("runs");
        List<Suite.Step> steps = chosen(
                quick ? Suite.quick(runs) : Suite.full(runs),
                options.text("only").isEmpty() ? List.of() : options.words("only"));
        if (options.text("hold").isEmpty()) {
            return steps;
        }
        String hold = "--hold=" + options.oneOf("hold", "auto", "never");
        return steps.stream().map(step -> with(hold, step)).toList();
    }

    /** Of the step that needs most. */
    private long neededBytes(List<Suite.Step> steps) {
        long most = 0;
        for (Suite.Step step : steps) {
            Scenario scenario = scenarios.apply(step.scenario());
            Options options = Options.parse(step.options(), scenario.optionDefaults());
            most = Math.max(most, scenario.neededBytes(options));
        }
        return most;
    }

    /** Behind the step's own options: the last one counts. */
    private Suite.Step with(String hold, Suite.Step step) {
        if (!scenarios.apply(step.scenario()).optionDefaults().containsKey("hold")) {
            return step;
        }
        List<String> words = new ArrayList<>(step.options());
        words.add(hold);
        return new Suite.Step(step.scenario(), words);
    }

    private void one(Suite.Step step, Options options, Results results) throws InterruptedException {
        Scenario scenario = scenarios.apply(step.scenario());
        try {
            List<String> arguments = new ArrayList<>(step.options());
            arguments.add("--work=" + options.text("work"));
            // Its answer is in the verdicts, which decide about the exit code.
            boolean ignored = Answer.of(scenario, OptionRules.parse(scenario, arguments), out, results);
        } catch (IOException | RuntimeException | Error e) {
            LiveForks.awaitNoEnd();
            // Unattended: what can be measured is measured, and what cannot is said at the end.
            out.println("NOT MEASURED: " + e);
            results.failure(step.scenario() + " " + String.join(" ", step.options()) + ": " + e);
        }
    }

    private static List<Suite.Step> chosen(List<Suite.Step> steps, List<String> only) {
        if (only.isEmpty()) {
            return steps;
        }
        List<Suite.Step> chosen =
                steps.stream().filter(step -> only.contains(step.scenario())).toList();
        for (String name : only) {
            if (steps.stream().noneMatch(step -> step.scenario().equals(name))) {
                throw new UsageException("no scenario '" + name + "' in this suite; there are "
                        + String.join(
                                ", ",
                                steps.stream()
                                        .map(Suite.Step::scenario)
                                        .distinct()
                                        .toList()));
            }
        }
        return chosen;
    }
}
