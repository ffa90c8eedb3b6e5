package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.bench.report.ReportFile;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuiteCommandTest extends AbstractBenchTest {
    @Test
    void shouldMissItsTargetWhenAStepLosesLines() throws Exception {
        assertThat(quick(new FakeScenario("latency", true, true))).isEqualTo(Bench.EXIT_OK);
        assertThat(quick(new FakeScenario("latency", true, false))).isEqualTo(Bench.EXIT_MISSED);

        assertThat(text(out)).containsPattern("lines of latency: every line once, in order .*MISSED");
    }

    @Test
    void shouldLeaveItsCommandLineInTheReportAndSayTheSteal() throws Exception {
        assertThat(quick(new FakeScenario("latency", true, true), "--runs", "2"))
                .isEqualTo(Bench.EXIT_OK);

        assertThat(text(out)).containsPattern("took \\d+ s, steal \\d+\\.\\d %");
        try (Stream<Path> reports = Files.list(work.resolve("reports"))) {
            Path json = reports.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
            assertThat(ReportFile.read(json).command())
                    .isEqualTo("--quick --only=latency --out=" + work.resolve("reports") + " --work=" + work
                            + " --runs 2");
        }
    }

    @Test
    void shouldHoldMemoryAsItsCommandLineSays() throws Exception {
        quick(new FakeScenario("throughput", true, true), "--hold=auto");
        quick(new FakeScenario("latency", true, true), "--hold=never");

        assertThat(text(out)).containsPattern("throughput .* --hold=auto").doesNotContainPattern("latency .*--hold");
        assertThat(Bench.run(new String[] {"--quick", "--hold=all"}, print(out), print(err)))
                .isEqualTo(Bench.EXIT_USAGE);
        assertThat(text(err)).contains("'--hold' is auto or never, not 'all'");
    }

    @Test
    void shouldGoOnAndKeepItsReportWhereAnErrorEndsAStep() throws Exception {
        Scenario exhausted = new FakeScenario("latency", true, true) {
            @Override
            public boolean run(Options options, PrintStream ignored, Results results) {
                throw new OutOfMemoryError("no memory");
            }
        };

        assertThat(quick(exhausted)).isEqualTo(Bench.EXIT_BROKEN);

        assertThat(text(out)).contains("NOT MEASURED: java.lang.OutOfMemoryError: no memory", "report: " + work);
    }

    @Test
    void shouldSayThatAnErrorBrokeAScenarioInOneLine() {
        int code = Bench.run(new String[] {"latency", "--work=" + work}, print(out), print(err), name -> {
            throw new StackOverflowError("too deep");
        });

        assertThat(code).isEqualTo(Bench.EXIT_BROKEN);
        assertThat(text(err)).hasLineCount(1).contains("bench latency: java.lang.StackOverflowError: too deep");
    }

    @Test
    void shouldTellItsVerdictsWhereNoReportCanBeWritten() {
        Path reports = work.resolve("reports");
        Scenario spoils = new FakeScenario("latency", false, true) {
            @Override
            public boolean run(Options options, PrintStream ignored, Results results) {
                try {
                    Files.delete(reports);
                    Files.createFile(reports);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return super.run(options, ignored, results);
            }
        };

        assertThatThrownBy(() -> quick(spoils))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write the report into " + reports);

        assertThat(text(out)).containsPattern("figure .*MISSED").contains("NOT KEPT: " + reports);
    }

    private int quick(Scenario scenario, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("--only=" + scenario.name(), "--out=" + work.resolve("reports"), "--work=" + work));
        arguments.addAll(List.of(options));
        return new SuiteCommand("--quick", print(out), name -> scenario).run(arguments);
    }
}
