package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/**
 * The workbench's command line: {@code bench <scenario> [options]}.
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

    private static final List<Scenario> SCENARIOS = List.of(
            new ThroughputScenario(),
            new LatencyScenario(),
            new VisibleScenario(),
            new AllocationScenario(),
            new StartupScenario(),
            new ProfileScenario());

    private Bench() {}

    /** Runs one scenario and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Runs one scenario and returns the exit code. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length == 0 || isHelp(arguments[0])) {
            usage(out);
            return arguments.length == 0 ? EXIT_USAGE : EXIT_OK;
        }
        Scenario scenario = find(arguments[0]);
        if (scenario == null) {
            err.println("bench: unknown scenario '" + arguments[0] + "'");
            usage(err);
            return EXIT_USAGE;
        }
        try {
            Options options =
                    Options.parse(Arrays.asList(arguments).subList(1, arguments.length), scenario.optionDefaults());
            return scenario.run(options, out) ? EXIT_OK : EXIT_MISSED;
        } catch (UsageException e) {
            err.println("bench " + scenario.name() + ": " + e.getMessage());
            return EXIT_USAGE;
        } catch (IOException e) {
            err.println("bench " + scenario.name() + ": " + e.getMessage());
            return EXIT_BROKEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("bench " + scenario.name() + ": interrupted");
            return EXIT_BROKEN;
        }
    }

    private static boolean isHelp(String argument) {
        return argument.equals("help") || argument.equals("--help") || argument.equals("-h");
    }

    private static Scenario find(String name) {
        for (Scenario scenario : SCENARIOS) {
            if (scenario.name().equals(name)) {
                return scenario;
            }
        }
        return null;
    }

    private static void usage(PrintStream out) {
        out.println("usage: bench <scenario> [--option value]...");
        for (Scenario scenario : SCENARIOS) {
            out.println();
            out.println("  " + scenario.name() + ": " + scenario.summary());
            scenario.optionDefaults()
                    .forEach((option, value) -> out.println("      --" + option
                            + (value.equals(Options.OFF) ? "" : "  (" + (value.isEmpty() ? "none" : value) + ")")));
        }
    }
}
