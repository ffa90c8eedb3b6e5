package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.core.plan.Plan;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The oracle is Logback itself: the same text, given to both, must mean the same. */
class LogbackDifferentialTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.config.rounds", 250);
    private static final long SEED = Long.getLong("millrace.test.config.seed", 20261121L);

    @TempDir
    Path directory;

    @Test
    @Timeout(240)
    void shouldUnderstandGeneratedConfigurationsAsLogbackDoes() {
        Random random = new Random(SEED);
        Comparison comparison = new Comparison(LogbackOracle::describe, LogbackOracle::statuses);
        for (int i = 0; i < ROUNDS; i++) {
            String text = ConfigurationGenerator.configuration(random, directory + "/" + i);
            comparison.compare(text, text);
        }
        comparison.end();
    }

    @Test
    @Timeout(60)
    void shouldUnderstandTheCorpusAsLogbackDoes() throws Exception {
        System.setProperty("LOG_HOME", directory.toString());
        try (OlderLogback old = OlderLogback.withConditions()) {
            List<Path> files = corpus();
            assertThat(files).hasSizeGreaterThanOrEqualTo(20);
            for (Path file : files) {
                byte[] xml = Files.readAllBytes(file);

                RecordingReport report = new RecordingReport();
                Plan plan = new LogbackPlanReader(new Surroundings())
                        .read(xml, file.getFileName().toString(), false, null, report);

                assertThat(PlanDescription.of(plan))
                        .as(() ->
                                file + "\n" + String.join("\n", report.messages()) + "\n" + LogbackOracle.statuses(xml))
                        .isEqualTo(isLegacy(file) ? old.describe(xml) : LogbackOracle.describe(xml));
            }
        } finally {
            System.clearProperty("LOG_HOME");
        }
    }

    /** Whether the present Logback ignores what decides the file's conditions. */
    private static boolean isLegacy(Path file) {
        return file.getFileName().toString().contains("legacy-conditions");
    }

    static List<Path> corpus() throws IOException, URISyntaxException {
        Path folder = Path.of(LogbackDifferentialTest.class
                        .getResource("/corpus/01-console-only.xml")
                        .toURI())
                .getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }
}
