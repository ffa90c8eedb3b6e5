package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest extends AbstractBenchTest {
    @Test
    void shouldFitATerminal() {
        assertThat(Bench.run(new String[] {"help"}, print(out), print(err))).isEqualTo(Bench.EXIT_OK);

        List<String> lines = text(out).lines().toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Usage.COLUMNS));
        assertThat(text(out).replaceAll("\\n {10}", ""))
                .as("nothing is lost where a line is wrapped")
                .contains(
                        "--backends  (none,logback,logback-noflush,logback-async,logback-async-noflush,millrace,millrace-noflush)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quick", "--full"})
    void shouldTellTheOptionsOfASuite(String suite) {
        assertThat(Bench.run(new String[] {suite, "--runs=3", "--help"}, print(out), print(err)))
                .as(all())
                .isEqualTo(Bench.EXIT_OK);

        SuiteCommand.optionDefaults().keySet().forEach(option -> assertThat(text(out))
                .contains("--" + option + " "));
    }

    @Test
    void shouldOfferNoValueWhereTheDefaultIsNone() {
        assertThat(Bench.run(new String[] {"--quick", "--only", ","}, print(out), print(err)))
                .isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err)).contains("option '--only' needs a value, not ','");
    }
}
