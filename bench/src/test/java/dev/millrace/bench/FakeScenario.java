package dev.millrace.bench;

import java.io.PrintStream;
import java.util.Map;

/** A scenario that measures nothing: it has a figure that is met or missed, and an answer. */
class FakeScenario implements Scenario {
    private final String name;
    private final boolean figureMet;
    private final boolean answer;

    FakeScenario(String name, boolean figureMet, boolean answer) {
        this.name = name;
        this.figureMet = figureMet;
        this.answer = answer;
    }

    @Override
    public String name() {
        return name;
    }

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
