package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reload gives an appender another name while the one before has a backlog, and goes on rolling the same files. */
@Timeout(120)
class RenamedRollingSinkTest {
    private static final int MAX_FILE_BYTES = 20_000;
    private static final int LINES = 70_000;
    private static final String PADDING = " " + "x".repeat(80);

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGoOnBehindTheFilesThatWereRolledMeanwhile(boolean hasFile) throws IOException {
        try (Engine engine = Bootstrap.start(plan("A", hasFile), new StatusLog())) {
            log(engine, 0, LINES - 10_000);
            assertThat(engine.reloader().apply(plan("B", hasFile))).isTrue();
            log(engine, LINES - 10_000, LINES);
        }

        List<String> lines = new ArrayList<>();
        int index = 0;
        for (Path file = archive(index); Files.exists(file); file = archive(++index)) {
            assertThat(Files.size(file)).isLessThan(MAX_FILE_BYTES + 2 * PADDING.length());
            lines.addAll(Files.readAllLines(file));
        }
        if (hasFile) {
            lines.addAll(Files.readAllLines(dir.resolve("app.log")));
        }
        assertThat(lines).hasSize(LINES);
        for (int i = 0; i < LINES; i++) {
            assertThat(lines.get(i)).isEqualTo(i + PADDING);
        }
    }

    private Path archive(int index) {
        return dir.resolve("app-m." + index + ".log");
    }

    private Plan plan(String name, boolean hasFile) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/app-"),
                new FileNamePattern.Date("'m'", null, true),
                new FileNamePattern.Literal("."),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
        RollPlan roll = new RollPlan.Periodic(
                hasFile ? dir.resolve("app.log") : null,
                names,
                ArchiveFormat.PLAIN,
                RollPeriod.MONTH,
                MAX_FILE_BYTES,
                0,
                0,
                false);
        return Plans.plan(dir)
                .sink(new SinkPlan.RollingFileSink(
                        name, Plans.pattern("%msg%n"), StandardCharsets.UTF_8, List.of(), roll))
                .build();
    }

    private static void log(Engine engine, int from, int to) {
        for (int i = from; i < to; i++) {
            EngineTest.log(engine, "a", Levels.INFO, i + PADDING);
        }
    }
}
