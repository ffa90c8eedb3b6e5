package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisabledScenarioTest {
    @Test
    void shouldShowTheLoopsAndADifferenceBelowNothing() throws IOException {
        Map<String, Double> row =
                DisabledScenario.row(Figures.parse("emptyNs=0.42\nplainLoopNs=0.40\nargumentLoopNs=0.52\n"));

        assertThat(row).containsEntry("emptyNs", 0.42).containsEntry("argumentLoopNs", 0.52);
        assertThat(row.get("plainNs")).isCloseTo(-0.02, within(1e-9));
        assertThat(row.get("argumentNs")).isCloseTo(0.1, within(1e-9));
    }
}
