package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private final Results results = new Results();

    @Test
    void shouldAddNoVerdictWhereTheAnswerIsGood() throws Exception {
        assertThat(answer("throughput", true, true)).isTrue();

        assertThat(verdicts()).containsExactly("figure 1 1 met");
    }

    @Test
    void shouldAddAVerdictForLinesThatAreNotAllThere() throws Exception {
        assertThat(answer("throughput", true, false)).isFalse();

        assertThat(verdicts())
                .containsExactly("figure 1 1 met", "lines of throughput: every line once, in order all not all MISSED");
    }

    @Test
    void shouldAddItBesideARateThatWasMissed() throws Exception {
        assertThat(answer("rolling", false, false)).isFalse();

        assertThat(verdicts()).hasSize(2).last().asString().startsWith("lines of rolling");
    }

    @Test
    void shouldAddNoneWhereTheMissedFigureIsTheAnswer() throws Exception {
        assertThat(answer("loss", false, false)).isFalse();

        assertThat(verdicts()).containsExactly("figure 1 1 MISSED");
    }

    @Test
    void shouldAddOneWhereNothingElseSaysWhatIsWrong() throws Exception {
        assertThat(answer("visible", true, false)).isFalse();

        assertThat(verdicts()).hasSize(2).last().asString().endsWith("MISSED");
    }

    private boolean answer(String scenario, boolean figureMet, boolean answer)
            throws IOException, InterruptedException {
        return Answer.of(
                new FakeScenario(scenario, figureMet, answer),
                Options.parse(List.of(), Map.of("work", "")),
                AbstractBenchTest.print(new ByteArrayOutputStream()),
                results);
    }

    /** The rows of the table, without what lines them up. */
    private List<String> verdicts() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        results.printVerdicts(AbstractBenchTest.print(out));
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.trim().replaceAll("[ |]+", " "))
                .filter(line -> line.endsWith("met") || line.endsWith("MISSED"))
                .toList();
    }
}
