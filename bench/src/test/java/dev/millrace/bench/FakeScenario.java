package dev.millrace.bench;

import java.io.PrintStream;
import java.util.Map;

/** A scenario that measures nothing: it has a figure that is met or missed, and an answer. */
record FakeScenario(String name, boolean figureMet, boolean answer) implements Scenario {
    @Override
    public String summary() {
        return "";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return Bench.scenario(name).optionDefaults();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) {
        boolean ignored = results.verdict(name, "figure", "1", "1", figureMet);
        return answer;
    }
}
