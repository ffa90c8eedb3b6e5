package dev.millrace.config.logback;

import dev.millrace.config.logback.StructureGenerator.Conditions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inclusions, conditions and definitions mean what they mean to Logback: to 1.6.6, and for {@code <if condition="…">} to
 * 1.5.36, the last that evaluated it.
 */
class StructureDifferentialTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.config.rounds", 250);
    private static final long SEED = Long.getLong("millrace.test.config.seed", 20261121L);

    @TempDir
    Path directory;

    @BeforeEach
    void setProperty() {
        System.setProperty("sys", "INFO");
    }

    @AfterEach
    void clearProperty() {
        System.clearProperty("sys");
    }

    @Test
    @Timeout(300)
    void shouldUnderstandInclusionsAndConditionsAsLogbackDoes() throws Exception {
        compare(Conditions.ELEMENTS, LogbackOracle::describe, LogbackOracle::statuses);
    }

    @Test
    @Timeout(300)
    void shouldUnderstandConditionsInAttributesAsTheLogbackThatEvaluatedThemDid() throws Exception {
        try (OlderLogback old = OlderLogback.withConditions()) {
            compare(Conditions.ATTRIBUTES, old::describe, old::statuses);
        }
    }

    private void compare(Conditions conditions, Function<byte[], String> oracle, Function<byte[], String> statuses)
            throws IOException {
        Random random = new Random(SEED);
        Comparison comparison = new Comparison(oracle, statuses);
        for (int i = 0; i < ROUNDS; i++) {
            Path place = directory.resolve("" + i);
            String text = ConfigurationGenerator.structured(
                    random, place, new StructureGenerator(random, place, conditions, false));
            comparison.compare(text, text + parts(place));
        }
        comparison.end();
    }

    /** All that may be included. */
    private static String parts(Path place) throws IOException {
        StringBuilder all = new StringBuilder();
        try (var files = Files.newDirectoryStream(place, "*.inc")) {
            for (Path file : files) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }
}
