package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;

/** A scenario's run whose answer is a verdict, too: a report without one would look as if every line had been there. */
final class Answer {
    /** Their answer is about lines alone; the others have a verdict for each figure that they answer for. */
    private static final Set<String> ABOUT_LINES =
            Set.of("throughput", "latency", "gateway", "rolling", "sifting", "console");

    private Answer() {}

    /** Runs it and returns what it returns. */
    static boolean of(Scenario scenario, Options options, PrintStream out, Results results)
            throws IOException, InterruptedException {
        long missedBefore = results.missed();
        boolean perfect = run(scenario, options, out, results);
        if (!perfect && (ABOUT_LINES.contains(scenario.name()) || results.missed() == missedBefore)) {
            missedLines(scenario.name(), results);
        }
        return perfect;
    }

    private static boolean run(Scenario scenario, Options options, PrintStream out, Results results)
            throws IOException, InterruptedException {
        try {
            return scenario.run(options, out, results);
        } catch (IOException e) {
            throw NeededSpace.told(e, WorkDirectory.parent(options));
        }
    }

    /** The verdict on a scenario whose lines are not all there, once and in order. */
    static void missedLines(String scenario, Results results) {
        boolean ignored = results.verdict(
                scenario, "lines of " + scenario + ": every line once, in order", "all", "not all", false);
    }
}
