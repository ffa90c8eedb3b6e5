package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.report.ReportFile;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a scenario prints is in its report, too. */
@Timeout(120)
class SectionsSmokeTest extends AbstractBenchTest {
    @Test
    void shouldHaveTheStartsInTheReport() throws IOException {
        Section section = section("startup", "--backends=logback", "--runs=2");

        assertThat(section.rows())
                .extracting(Row::title)
                .containsExactly("no logging, one write", Backend.LOGBACK.title());
        assertThat(section.rows().get(1).figures().get("firstByteNs").runs()).hasSize(2);
    }

    @Test
    void shouldHaveTheAllocationsInTheReport() throws IOException {
        Section section = section("allocation", "--backends=logback", "--jdks=current", "--warmup=100", "--calls=1000");

        assertThat(section.columns()).anyMatch(column -> column.title().equals("five mixed"));
        assertThat(section.rows().get(0).figures().get("most").median()).isPositive();
    }

    @Test
    void shouldHaveTheVisibleLinesInTheReport() throws IOException {
        Section section =
                section("visible", "--backends=logback", "--seconds=1", "--idle-events=1", "--idle-seconds=1");

        assertThat(section.rows().get(0).figures()).containsKeys("slow.p99", "fast.p99", "afterIdle.p99", "idle");
    }

    private Section section(String scenario, String... options) throws IOException {
        Path reports = work.resolveSibling("reports-" + scenario);
        String[] all =
                Stream.concat(Stream.of(options), Stream.of("--out=" + reports)).toArray(String[]::new);

        assertThat(bench(scenario, all)).as(all()).isEqualTo(Bench.EXIT_OK);

        try (Stream<Path> files = Files.list(reports)) {
            Path json = files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
            return ReportFile.read(json).sections().get(0);
        }
    }
}
