package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The workbench's command line: {@code bench --quick}, {@code bench --full}, {@code bench <scenario> [options]} or
 * {@code bench report <json>}.
 *
 * <p>Exit codes: {@link #EXIT_OK}, {@link #EXIT_MISSED}, {@link #EXIT_USAGE}, {@link #EXIT_BROKEN}.
 *
 * @since 0.1.0
 */
public final class Bench {
    /** Everything ran, and every figure with a target met it. */
    public static final int EXIT_OK = 0;

    /** Everything ran, and a figure missed its target or lines are missing. */
    public static final int EXIT_MISSED = 1;

    /** The command line was not understood. */
    public static final int EXIT_USAGE = 2;

    /** A fork failed, so that there is no figure. */
    public static final int EXIT_BROKEN = 3;

    /** In the order of the report. */
    private static final List<Scenario> SCENARIOS = List.of(
            new ThroughputScenario(),
            new LatencyScenario(),
            new DisabledScenario(),
            new FullQueueScenario(),
            new LossScenario(),
            new GatewayScenario(),
            new RollingScenario(),
            new SiftingScenario(),
            new ConsoleScenario(),
            new VisibleScenario(),
            new AllocationScenario(),
            new StartupScenario(),
            new QueueScenario(),
            new ImportScenario(),
            new SearchScenario(),
            new FollowScenario(),
            new CommandStartScenario(),
            new PacedQueueScenario(),
            new ProfileScenario());

    private Bench() {}

    /** Runs what the words say and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Runs what the words say and returns the exit code. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        return run(arguments, out, err, Bench::scenario);
    }

    /** The same with scenarios by their names. */
    static int run(String[] arguments, PrintStream out, PrintStream err, Function<String, Scenario> scenarios) {
        if (arguments.length == 0 || Usage.isHelp(arguments[0])) {
            Usage.print(SCENARIOS, out);
            return arguments.length == 0 ? EXIT_USAGE : EXIT_OK;
        }
        String word = arguments[0];
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        try {
            boolean asksForHelp = rest.stream().anyMatch(Usage::isHelp);
            if (word.equals("--quick") || word.equals("--full")) {
                if (asksForHelp) {
                    Usage.suites(out);
                    return EXIT_OK;
                }
                return new SuiteCommand(word, out).run(rest);
            }
            if (word.equals("report")) {
                ReportOutput.render(rest, out);
                return EXIT_OK;
            }
            Scenario scenario = scenarios.apply(word);
            if (asksForHelp) {
                Usage.print(scenario, out);
                return EXIT_OK;
            }
            return one(scenario, rest, out);
        } catch (UsageException e) {
            err.println("bench " + word + ": " + e.getMessage());
            return EXIT_USAGE;
        } catch (IOException | RuntimeException | Error e) {
            LiveForks.awaitNoEnd();
            tell(word, e, err);
            return EXIT_BROKEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("bench " + word + ": interrupted");
            return EXIT_BROKEN;
        }
    }

    /** Nothing goes out of main, where it would be the exit code of a target that was missed. */
    private static void tell(String word, Throwable e, PrintStream err) {
        err.print("bench " + word + ": ");
        if (e instanceof RuntimeException) {
            e.printStackTrace(err);
        } else {
            err.println(e instanceof IOException ? e.getMessage() : e);
        }
    }

    private static int one(Scenario scenario, List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        Options options = OptionRules.parse(scenario, arguments);
        String place = options.text("out");
        Path reports = place.isEmpty() ? null : ReportOutput.place(place);
        RunFacts facts = RunFacts.read(scenario.name(), arguments, options);
        NeededSpace.require(scenario.neededBytes(options), WorkDirectory.parent(options));
        Results results = new Results();
        boolean perfect = Answer.of(scenario, options, out, results);
        results.printVerdicts(out);
        results.printEnd(out);
        if (reports != null) {
            ReportOutput.write(results, facts, reports, out);
        }
        if (results.hasFailures()) {
            return EXIT_BROKEN;
        }
        return perfect && results.allMet() ? EXIT_OK : EXIT_MISSED;
    }

    /** All of them. */
    static List<Scenario> scenarios() {
        return SCENARIOS;
    }

    /** The scenario of that name. */
    static Scenario scenario(String name) {
        for (Scenario scenario : SCENARIOS) {
            if (scenario.name().equals(name)) {
                return scenario;
            }
        }
        throw new UsageException("unknown scenario '" + name + "'; there are "
                + String.join(", ", SCENARIOS.stream().map(Scenario::name).toList()));
    }
}
