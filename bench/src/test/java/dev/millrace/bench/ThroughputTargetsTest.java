package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.driver.LineFormat;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThroughputTargetsTest {
    private final Results results = new Results();
    private final SectionBuilder section = results.section("throughput", "Throughput of virtual threads", "?");
    private final Case many = new Case(10_000, true, LineFormat.STANDARD_MESSAGE, false, "25");

    @Test
    void shouldCompareManyVirtualThreadsWithFewAndWithTheirBeginning() {
        run("16 threads", 2e6, 2.0);
        run(many.group(), 1.9e6, 1.04);

        ThroughputTargets.judge(section, many, results);

        assertThat(verdicts())
                .containsPattern("rate against 16 threads +0.80 x or more +0.95 x +met")
                .containsPattern("heap kept at the end against that behind the warm-up +1.05 x or less +1.04 x +met");
    }

    @Test
    void shouldMissWhereTheHeapGrows() {
        run(many.group(), 1.9e6, 1.06);

        ThroughputTargets.judge(section, many, results);

        assertThat(verdicts()).doesNotContain("rate against").containsPattern("heap kept at the end .* 1.06 x +MISSED");
    }

    @Test
    void shouldAskNothingOfFewerThreads() {
        Case few = new Case(16, true, LineFormat.STANDARD_MESSAGE, false, "25");
        run(few.group(), 1e6, 3.0);

        ThroughputTargets.judge(section, few, results);

        assertThat(verdicts()).doesNotContain("heap");
    }

    private void run(String group, double eventsPerSecond, double growth) {
        section.run(
                group,
                Backend.MILLRACE,
                Backend.MILLRACE.title(),
                Map.of("eventsPerSecond", eventsPerSecond, ThroughputScenario.GROWTH, growth));
    }

    private String verdicts() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        results.printVerdicts(AbstractBenchTest.print(printed));
        return AbstractBenchTest.text(printed);
    }
}
