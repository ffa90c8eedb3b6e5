package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;

/** A workbench in the middle of a scenario: it has a fork, says so, and fails when that is killed. */
final class InterruptedScenario {
    private InterruptedScenario() {}

    /** The work directory of the scenario. */
    public static void main(String[] arguments) {
        Scenario scenario = new FakeScenario("latency", true, true) {
            @Override
            public boolean run(Options options, PrintStream out, Results results) {
                return waiting();
            }
        };
        System.exit(Bench.run(
                new String[] {"latency", "--work=" + arguments[0]}, System.out, System.out, name -> scenario));
    }

    private static boolean waiting() {
        try {
            Process fork = LiveForks.start(new ProcessBuilder("sleep", "1000"));
            System.out.println(fork.pid());
            throw new IllegalStateException("the fork ended with code " + fork.waitFor());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
