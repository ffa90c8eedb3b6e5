package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lanes that pass over most of what is logged: a file for each part of the program, for errors, and for all. */
@Timeout(120)
class ManyLoggersTest {
    private static final int FILES = 12;
    private static final int THREADS = 4;
    private static final int EVENTS = 15_000;

    @TempDir
    Path dir;

    @Test
    void i3ShouldBringEachEventToItsFiles() throws Exception {
        Plans plan = Plans.plan(dir.resolve("journal"))
                .file("all", dir.resolve("all.log"))
                .file("errors", dir.resolve("errors.log"), new FilterPlan.Threshold(Levels.ERROR))
                .sink(file("warnings", "warnings.log"), false)
                .route("toWarnings", "warnings", true, new FilterPlan.Threshold(Levels.WARN));
        for (int i = 0; i < FILES; i++) {
            plan.sink(file("F" + i, i + ".log"), false).logger("part" + i, null, true, "F" + i);
        }
        Engine engine = Bootstrap.start(plan.build(), new StatusLog());
        List<List<String>> logged = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(t);
            String name = "t" + t + "-";
            List<String> lines = new ArrayList<>();
            logged.add(lines);
            Thread thread = new Thread(() -> {
                for (int i = 0; i < EVENTS; i++) {
                    String logger = "part" + random.nextInt(FILES) + ".of" + random.nextInt(5);
                    int level =
                            random.nextInt(50) == 0 ? Levels.ERROR : random.nextInt(9) == 0 ? Levels.WARN : Levels.INFO;
                    EngineTest.log(engine, logger, level, name + i);
                    lines.add(Levels.name(level) + " " + logger + " " + name + i);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        engine.close();

        for (int t = 0; t < THREADS; t++) {
            List<String> lines = logged.get(t);
            assertThat(of(t, "all")).isEqualTo(lines);
            assertThat(of(t, "errors"))
                    .isEqualTo(lines.stream()
                            .filter(line -> line.startsWith("ERROR"))
                            .toList());
            assertThat(of(t, "warnings"))
                    .isEqualTo(lines.stream()
                            .filter(line -> !line.startsWith("INFO"))
                            .toList());
            for (int i = 0; i < FILES; i++) {
                String part = " part" + i + ".";
                assertThat(of(t, Integer.toString(i)))
                        .isEqualTo(lines.stream()
                                .filter(line -> line.contains(part))
                                .toList());
            }
        }
        for (SinkCounters sink : engine.counters().sinks()) {
            assertThat(sink.delivered() + sink.filtered()).isEqualTo((long) THREADS * EVENTS);
            assertThat(sink.pending()).isZero();
        }
    }

    private SinkPlan file(String name, String file) {
        return new SinkPlan.FileSink(
                name,
                Plans.pattern("%level %logger %msg%n"),
                StandardCharsets.UTF_8,
                List.of(),
                dir.resolve(file),
                true);
    }

    private List<String> of(int thread, String file) throws Exception {
        try (var lines = Files.lines(dir.resolve(file + ".log"))) {
            return lines.filter(line -> line.contains(" t" + thread + "-")).toList();
        }
    }
}
