package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RollingScenarioTest {
    private static final List<String> WAYS =
            List.of(RollingScenario.GROWS, RollingScenario.ROLLS, RollingScenario.COMPRESSES);

    private final RollingScenario scenario = new RollingScenario();
    private final Options paced = options("--rate=200k");
    private final Options full = options("--rate=full");

    @Test
    void shouldKeepEveryRateOfASuiteInRowsOfItsOwn() {
        for (String way : WAYS) {
            assertThat(List.of(group(way, paced), group(way, full), group(way, options("--rate=200500"))))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldJudgeTheRowsOfItsOwnRate() {
        Results results = new Results();
        SectionBuilder section = results.section("rolling", "Rolling files", "");
        for (String way : WAYS) {
            worstCall(section, group(way, paced), 500_000);
            worstCall(section, group(way, full), 90_000_000);
        }

        scenario.judge(section, paced, results);

        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        results.printVerdicts(AbstractBenchTest.print(printed));
        assertThat(AbstractBenchTest.text(printed))
                .contains("200 k/s", "500 us", "met")
                .doesNotContain("MISSED");
    }

    private static void worstCall(SectionBuilder section, String group, double worstNs) {
        section.run(group, Backend.MILLRACE, Backend.MILLRACE.title(), Map.of("max", worstNs));
    }

    private static String group(String way, Options options) {
        return RollingScenario.group(way, options);
    }

    private Options options(String... arguments) {
        return Options.parse(List.of(arguments), scenario.optionDefaults());
    }
}
