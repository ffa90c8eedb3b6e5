package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.StructureGenerator.Conditions;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same configuration and the same events leave the same files with the same bytes, from the XML to the disk. */
class WrittenBytesDifferentialTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.config.runs", 25);
    private static final long SEED = Long.getLong("millrace.test.config.seed", 20261121L);
    private static final String[] LOGGERS = {"a", "a.b", "a.b.c", "com.example", "com.example.Service", "x"};
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    @TempDir
    Path directory;

    @BeforeEach
    void setProperty() {
        System.setProperty("sys", "INFO");
    }

    @AfterEach
    void clearProperties() {
        System.clearProperty("sys");
    }

    @Test
    @Timeout(300)
    void shouldWriteWhatLogbackWrites() throws IOException {
        compare(Conditions.ELEMENTS, LogbackOracle::run);
    }

    @Test
    @Timeout(300)
    void shouldWriteWhatTheLogbackThatEvaluatedAttributesWrites() throws Exception {
        try (OlderLogback old = OlderLogback.withConditions()) {
            compare(Conditions.ATTRIBUTES, old::run);
        }
    }

    private void compare(Conditions conditions, BiConsumer<byte[], List<String>> oracle) throws IOException {
        int bytes = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long seed = SEED * 1_000_003 + i;
            Path expectedHome = Files.createDirectory(directory.resolve("l" + i));
            Path home = Files.createDirectory(directory.resolve("m" + i));
            List<String> events = events(new Random(seed));

            oracle.accept(configuration(seed, expectedHome, conditions).getBytes(StandardCharsets.UTF_8), events);
            String text = configuration(seed, home, conditions);
            WrittenFiles.log(Files.writeString(home.resolve("configuration.inc"), text), events);

            Map<String, String> expected = WrittenFiles.of(expectedHome);
            assertThat(WrittenFiles.of(home))
                    .as(() -> "seed " + seed + "\n" + text)
                    .isEqualTo(expected);
            bytes += String.join("", expected.values()).length();
        }
        assertThat(bytes).isGreaterThan(ROUNDS * 100);
    }

    private static String configuration(long seed, Path home, Conditions conditions) throws IOException {
        Random random = new Random(seed);
        StructureGenerator structure = new StructureGenerator(random, home, conditions, true);
        return StructureGenerator.timeless(ConfigurationGenerator.structured(random, home, structure));
    }

    private static List<String> events(Random random) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String level = Levels.name(LEVELS[random.nextInt(LEVELS.length)]);
            events.add(level + " " + LOGGERS[random.nextInt(LOGGERS.length)] + " event " + i + " é €");
        }
        return events;
    }
}
