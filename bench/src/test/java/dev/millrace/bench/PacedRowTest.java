package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.report.Verdict;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedRowTest {
    private static final Verdict VERDICT = new Verdict("latency", "p50 against it", "0.60 x or less", "0.50 x", true);

    private final Results results = new Results();

    @Test
    void shouldJudgeRowsThatKeptTheirRate() {
        judge(99.5, 99.0);

        assertThat(results.allMet()).isTrue();
        assertThat(printed()).contains("0.50 x").contains("met");
    }

    @Test
    void shouldNotMeasureItselfByARivalThatFellBehind() {
        judge(100, 80);

        assertThat(results.hasFailures()).isTrue();
        assertThat(printed()).contains("NOT MEASURED: p50 against it: GFLog 3.0.6 made 80.0 % of its calls");
    }

    @Test
    void shouldMissWhereItFellBehindItself() {
        judge(98.9, 100);

        assertThat(results.missed()).isEqualTo(1);
        assertThat(printed())
                .contains("not judged: Millrace made 98.9 % of its calls")
                .contains("MISSED");
    }

    private void judge(double own, double rival) {
        PacedRow.judge(
                List.of(new PacedRow(Backend.MILLRACE, own), new PacedRow(Backend.GFLOG, rival)), VERDICT, results);
    }

    private String printed() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        results.printVerdicts(AbstractBenchTest.print(out));
        return AbstractBenchTest.text(out);
    }
}
