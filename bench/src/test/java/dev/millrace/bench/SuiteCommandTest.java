package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteCommandTest extends AbstractBenchTest {
    @Test
    void shouldMissItsTargetWhenAStepLosesLines() throws Exception {
        assertThat(quick(new FakeScenario("latency", true, true))).isEqualTo(Bench.EXIT_OK);
        assertThat(quick(new FakeScenario("latency", true, false))).isEqualTo(Bench.EXIT_MISSED);

        assertThat(text(out)).containsPattern("lines of latency: every line once, in order .*MISSED");
    }

    private int quick(Scenario scenario, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("--only=" + scenario.name(), "--out=" + work.resolve("reports"), "--work=" + work));
        arguments.addAll(List.of(options));
        return new SuiteCommand("--quick", print(out), name -> scenario).run(arguments);
    }
}
