package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Generated plans follow one another under load; each has its number in all its lines. */
@Timeout(120)
class ReloadUnderLoadTest {
    private static final int THREADS = 3;
    private static final int RELOADS = 40;
    private static final int EVENTS_BETWEEN = 2_000;
    private static final List<String> SINKS = List.of("A", "B", "C", "D");
    private static final List<String> LOGGERS = List.of("one", "two");

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final List<Map<String, Set<String>>> filesByLogger = new ArrayList<>();

    /** A plan with some of the sinks, each writing to one of two files, which sinks may exchange. */
    private Plan plan(Random random) {
        int number = filesByLogger.size();
        Plans plans = Plans.plan(dir);
        List<String> files = new ArrayList<>(List.of("1.log", "2.log", "3.log", "4.log", "5.log"));
        Map<String, Set<String>> reached = new HashMap<>();
        LOGGERS.forEach(logger -> reached.put(logger, new HashSet<>()));
        List<String> extra = new ArrayList<>();
        for (String sink : SINKS) {
            if (!sink.equals(SINKS.get(number % SINKS.size())) && random.nextInt(4) == 0) {
                continue;
            }
            String file = random.nextInt(3) == 0 ? files.get(random.nextInt(files.size())) : fixedFile(sink);
            if (!files.remove(file)) {
                continue;
            }
            boolean onlyTwo = random.nextInt(4) == 0;
            plans.sink(
                    new SinkPlan.FileSink(
                            sink,
                            Plans.pattern("P" + number + " %logger %msg%n"),
                            StandardCharsets.UTF_8,
                            List.of(),
                            dir.resolve(file),
                            true),
                    !onlyTwo);
            if (onlyTwo) {
                extra.add(sink);
            } else {
                reached.get("one").add(file);
            }
            reached.get("two").add(file);
        }
        plans.logger("two", null, true, extra.toArray(String[]::new));
        filesByLogger.add(reached);
        return plans.build();
    }

    private static String fixedFile(String sink) {
        return (SINKS.indexOf(sink) + 1) + ".log";
    }

    @Test
    void shouldWriteEachEventExactlyWhereOnePlanSaysI1() throws Exception {
        long seed = Long.getLong("millrace.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Engine engine = Bootstrap.start(plan(random), status);
        AtomicLong logged = new AtomicLong();
        AtomicLong allowed = new AtomicLong();
        AtomicBoolean stopped = new AtomicBoolean();
        long[] counts = new long[THREADS];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int slot = t;
            Thread thread = new Thread(() -> {
                long i = 0;
                for (; !stopped.get(); i++) {
                    // Ahead of the reloads, but not so far that these get no turn.
                    while (logged.get() >= allowed.get() && !stopped.get()) {
                        Thread.onSpinWait();
                    }
                    EngineTest.log(engine, LOGGERS.get((int) (i & 1)), Levels.INFO, slot + "-" + i);
                    logged.incrementAndGet();
                }
                counts[slot] = i;
            });
            threads.add(thread);
            thread.start();
        }
        for (int reload = 0; reload < RELOADS; reload++) {
            long until = logged.get() + random.nextInt(EVENTS_BETWEEN);
            allowed.set(until + EVENTS_BETWEEN);
            while (logged.get() < until) {
                Thread.onSpinWait();
            }
            assertThat(engine.reloader().apply(plan(random))).isTrue();
        }
        stopped.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        engine.close();

        Map<String, List<String>> linesByEvent = linesByEvent();
        for (int t = 0; t < THREADS; t++) {
            for (long i = 0; i < counts[t]; i++) {
                String logger = LOGGERS.get((int) (i & 1));
                check(
                        logger,
                        linesByEvent.remove(logger + " " + t + "-" + i),
                        "seed " + seed + ", event " + t + "-" + i);
            }
        }
        assertThat(linesByEvent).isEmpty();
        for (SinkCounters sink : engine.counters().sinks()) {
            assertThat(sink.pending()).as("seed " + seed + ", " + sink).isZero();
            assertThat(sink.dropped()).isZero();
        }
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    private void check(String logger, List<String> lines, String description) {
        if (lines == null) {
            assertThat(filesByLogger).as(description).anyMatch(plan -> plan.get(logger)
                    .isEmpty());
            return;
        }
        int number = Integer.parseInt(lines.get(0).substring(0, lines.get(0).indexOf(' ')));
        List<String> expected = filesByLogger.get(number).get(logger).stream()
                .sorted()
                .map(file -> number + " " + file)
                .toList();
        assertThat(lines.stream().sorted().toList()).as(description).isEqualTo(expected);
    }

    /** By "logger message": number of the plan and name of the file of each line. */
    private Map<String, List<String>> linesByEvent() throws IOException {
        Map<String, List<String>> lines = new HashMap<>();
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                for (String line : Files.readAllLines(file)) {
                    int blank = line.indexOf(' ');
                    lines.computeIfAbsent(line.substring(blank + 1), event -> new ArrayList<>(4))
                            .add(line.substring(1, blank) + " " + file.getFileName());
                }
            }
        }
        return lines;
    }
}
