package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SiftingReloadTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final int VALUES = 7;
    private static final int EVENTS = 6_000;
    private static final int EVENTS_A_GENERATION = 1_000;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private Plan sifting(Function<String, SinkPlan> template) {
        return Plans.plan(dir)
                .sink(new SinkPlan.SiftingSink(
                        "S", List.of(), new SiftPlan("user", "none", 60_000, 100, template, template.apply("none"))))
                .build();
    }

    private Plan siftingFiles(String pattern) {
        return sifting(value -> new SinkPlan.FileSink(
                value, Plans.pattern(pattern), StandardCharsets.UTF_8, List.of(), file(value), false));
    }

    private static Plan siftingConsole(Plans plans) {
        Function<String, SinkPlan> template = value -> new SinkPlan.ConsoleSink(
                value, Plans.pattern(value + " %m%n"), StandardCharsets.UTF_8, List.of(), false);
        return plans.sink(new SinkPlan.SiftingSink(
                        "S", List.of(), new SiftPlan("user", "none", 60_000, 100, template, template.apply("none"))))
                .build();
    }

    private Path file(String value) {
        return dir.resolve(value + ".log");
    }

    private static void log(Engine engine, String value, String message) {
        log(engine, Levels.INFO, value, message);
    }

    private static void log(Engine engine, int level, String value, String message) {
        byte[] mdc = MdcSnapshot.encode(Map.of("user", value));
        engine.log(engine.logger("a"), level, message, 0, null, null, null, null, mdc, null);
    }

    @Test
    void shouldGoOnInEveryValuesFileWithoutEmptyingItI2() throws IOException {
        Engine engine = Bootstrap.start(siftingFiles("0 %m%n"), status);
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < VALUES; i++) {
            expected.add(new ArrayList<>());
        }
        for (int i = 0; i < EVENTS; i++) {
            int generation = i / EVENTS_A_GENERATION;
            if (i > 0 && i % EVENTS_A_GENERATION == 0) {
                engine.reloader().apply(siftingFiles(generation + " %m%n"));
            }
            log(engine, "v" + i % VALUES, Integer.toString(i));
            expected.get(i % VALUES).add(generation + " " + i);
        }
        engine.close();

        for (int i = 0; i < VALUES; i++) {
            assertThat(Files.readAllLines(file("v" + i)).equals(expected.get(i)))
                    .isTrue();
        }
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.accepted()).isEqualTo(EVENTS);
        assertThat(counters.delivered()).isEqualTo(EVENTS);
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldKeepTheOrderWhereOneFileBecomesManyAndOneAgainI2() throws IOException {
        SinkPlan single = new SinkPlan.FileSink(
                "FILE", Plans.pattern("%m%n"), StandardCharsets.UTF_8, List.of(), file("v"), true);
        Plan one = Plans.plan(dir).sink(single).build();
        Engine engine = Bootstrap.start(one, status);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            if (i > 0 && i % EVENTS_A_GENERATION == 0) {
                engine.reloader()
                        .apply(
                                i / EVENTS_A_GENERATION % 2 == 0
                                        ? one
                                        : sifting(value -> new SinkPlan.FileSink(
                                                value,
                                                Plans.pattern("%m%n"),
                                                StandardCharsets.UTF_8,
                                                List.of(),
                                                file(value),
                                                true)));
            }
            log(engine, "v", Integer.toString(i));
            expected.add(Integer.toString(i));
        }
        engine.close();

        assertThat(Files.readAllLines(file("v")).equals(expected)).isTrue();
    }

    @Test
    void shouldGoOverToAConsoleAndTellOnceWhatThatLeadsTo() throws IOException {
        // Asked first: what it finds then is the process's own stream.
        PrintStream before = StandardStream.OUT.current();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Engine engine = Bootstrap.start(siftingFiles("%m%n"), status);
            log(engine, "bob", "one");

            engine.reloader().apply(siftingConsole(Plans.plan(dir)));
            log(engine, "bob", "two");
            engine.reloader().apply(siftingConsole(Plans.plan(dir).rootLevel(Levels.DEBUG)));
            log(engine, "eve", "three");
            engine.close();
        } finally {
            System.setOut(before);
        }

        assertThat(Files.readAllLines(file("bob"))).containsExactly("one");
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).containsExactly("bob two", "eve three");
        assertThat(status.list())
                .extracting(Status::code)
                .filteredOn(StatusCode.MR340::equals)
                .hasSize(1);
    }

    @Test
    void I3_shouldCountWhatTheLayoutOfTheMomentDecidesThoughTheConsoleGoesOn() {
        // Asked first: what it finds then is the process's own stream.
        PrintStream before = StandardStream.OUT.current();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Function<String, SinkPlan> template = value -> value.equals("nobody")
                ? null
                : new SinkPlan.ConsoleSink(
                        value,
                        Plans.pattern("%m%n"),
                        StandardCharsets.UTF_8,
                        List.of(new FilterPlan.Threshold(Levels.INFO)),
                        false);
        Plan plain = Plans.plan(dir)
                .sink(new SinkPlan.ConsoleSink("S", Plans.pattern("%m%n"), StandardCharsets.UTF_8, List.of(), false))
                .build();
        Engine engine;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            engine =
                    Bootstrap.start(Plans.plan(dir).sink(sifting("S", template)).build(), status);
            log(engine, "nobody", "lost");

            engine.reloader()
                    .apply(Plans.plan(dir)
                            .sink(sifting("S", template))
                            .rootLevel(Levels.DEBUG)
                            .build());
            log(engine, "bob", "one");
            log(engine, Levels.DEBUG, "bob", "denied");
            log(engine, "bob", "two");
            engine.reloader().apply(plain);
            log(engine, Levels.DEBUG, "bob", "three");
            engine.close();
        } finally {
            System.setOut(before);
        }

        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(3);
        assertThat(counters.filtered()).isEqualTo(1);
        assertThat(counters.dropped()).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> !line.contains("1 event dropped here"))
                .containsExactly("one", "two", "three");
    }

    /** A plan whose end is waited for longer than the test may take. */
    private Plans patient() {
        return Plans.plan(dir).with("millrace.shutdown.timeout", "10m");
    }

    private static SinkPlan file(String name, Path file) {
        return new SinkPlan.FileSink(name, Plans.pattern("%m%n"), StandardCharsets.UTF_8, List.of(), file, true);
    }

    private static SinkPlan sifting(String name, Function<String, SinkPlan> template) {
        return new SinkPlan.SiftingSink(
                name, List.of(), new SiftPlan("user", "none", 60_000, 100, template, template.apply("none")));
    }

    private SinkPlan healthy() {
        return sifting("S", value -> file(value, file(value)));
    }

    /** The engine of a plan with another sink that takes nothing, after a line. */
    private Engine startFailing(Plans plans) throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Engine engine = Bootstrap.start(plans.build(), status);
        log(engine, "bob", "before");
        EngineTest.awaitLines(file("bob"), 1);
        EngineTest.awaitStatus(status, StatusCode.MR301);
        return engine;
    }

    private void assertToldOnce(String waits, String fails) {
        assertThat(status.list())
                .filteredOn(each -> each.code() == StatusCode.MR017)
                .extracting(Status::message)
                .singleElement()
                .asString()
                .contains("sink " + waits + " ", "sink " + fails + " ");
    }

    @Test
    void I8_shouldNotHoldUpASiftingSinkWhereAFileThatFailsIsRemoved() throws IOException {
        Engine engine = startFailing(patient().sink(healthy()).sink(file("F", FULL)));

        engine.reloader().apply(patient().sink(healthy()).build());
        log(engine, "bob", "after");
        EngineTest.awaitLines(file("bob"), 2);
        log(engine, "eve", "after");
        engine.close();

        assertThat(Files.readAllLines(file("bob"))).containsExactly("before", "after");
        assertThat(Files.readAllLines(file("eve"))).containsExactly("after");
        assertToldOnce("S", "F");
    }

    @Test
    void I8_shouldNotHoldUpASiftingSinkWhereAnotherOneFails() throws IOException {
        SinkPlan full = sifting("B", value -> file(value, FULL));
        Engine engine = startFailing(patient().sink(healthy()).sink(full));

        engine.reloader()
                .apply(patient()
                        .rootLevel(Levels.INFO)
                        .sink(healthy())
                        .sink(full)
                        .build());
        log(engine, "bob", "after");
        EngineTest.awaitLines(file("bob"), 2);
        engine.close();

        assertThat(Files.readAllLines(file("bob"))).containsExactly("before", "after");
        assertToldOnce("S", "B");
    }

    @Test
    void I8_shouldNotHoldUpAFileThatIsAddedWhereASiftingSinkFails() throws IOException {
        SinkPlan full = sifting("B", value -> file(value, FULL));
        SinkPlan first = file("A", file("bob"));
        Engine engine = startFailing(patient().sink(first).sink(full));

        engine.reloader()
                .apply(patient()
                        .sink(first)
                        .sink(full)
                        .sink(file("G", file("added")))
                        .build());
        log(engine, "bob", "after");
        EngineTest.awaitLines(file("added"), 1);
        engine.close();

        assertThat(Files.readAllLines(file("added"))).containsExactly("after");
        assertToldOnce("G", "B");
    }

    @Test
    void I8_shouldCloseThoughAFileWaitsForTheOneThatHasItAndFails() throws IOException {
        Engine engine = startFailing(patient().sink(file("A", file("bob"))).sink(file("OLD", FULL)));

        engine.reloader()
                .apply(patient()
                        .sink(file("A", file("bob")))
                        .sink(file("NEW", FULL))
                        .build());
        log(engine, "bob", "after");
        EngineTest.awaitLines(file("bob"), 2);
        engine.close();

        assertThat(engine.counters().sinks())
                .extracting(SinkCounters::sink, SinkCounters::pending)
                .contains(Tuple.tuple("OLD", 1L), Tuple.tuple("NEW", 1L));
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR017);
    }
}
