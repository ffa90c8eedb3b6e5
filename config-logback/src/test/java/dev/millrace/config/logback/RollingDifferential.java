package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.RollingScript.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * Real Logback and Millrace roll the same files by the same script: every file and every byte.
 *
 * <p>{@code -Dmillrace.rolling.cases=10000 -Dmillrace.rolling.seed=1} runs more, or others.
 */
final class RollingDifferential {
    private static final int CASES = Integer.getInteger("millrace.rolling.cases", 120);
    private static final long SEED = Long.getLong("millrace.rolling.seed", 4);

    private RollingDifferential() {}

    /** Compares every second case, from {@code first} on: two classes share them, so that two JVMs do. */
    static void assertSameFiles(Path dir, int first) throws Exception {
        for (int i = first; i < CASES; i += 2) {
            long seed = SEED * 1_000_003 + i;
            RollingScript script = new RollingScript(new Random(seed));
            Path logback = Files.createDirectories(dir.resolve("logback-" + i));
            Path millrace = Files.createDirectories(dir.resolve("millrace-" + i));
            script.prepare(logback);
            script.prepare(millrace);
            RollingOracle oracle = new RollingOracle(script, logback);
            RollingSubject subject = new RollingSubject(script, millrace, seed);
            for (var life : script.lives()) {
                oracle.run(life);
                subject.run(life);
                Event last = life.get(life.size() - 1);
                script.setLastModified(logback, last.millis());
                script.setLastModified(millrace, last.millis());
                Map<String, String> expected = script.files(logback);
                assertThat(script.files(millrace))
                        .as("case %s, seed %s: %s", i, seed, script.xml(millrace))
                        .containsExactlyInAnyOrderEntriesOf(expected);
            }
        }
    }
}
