package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several consoles of one stream, written to in the background. */
@Timeout(120)
class ConsoleGroupTest {
    private static final int MANY = 200_000;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final CountDownLatch writes = new CountDownLatch(1);
    private final CountDownLatch mayWrite = new CountDownLatch(1);
    private final PrintStream before = System.out;

    @BeforeEach
    void setStream() {
        // Looked at first: it could not tell the stream below from the process's own.
        assertThat(StandardStream.OUT.current()).isSameAs(before);
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int value) {
                        write(new byte[] {(byte) value}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        writes.countDown();
                        try {
                            mayWrite.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        printed.write(bytes, offset, length);
                    }
                },
                true,
                StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreStream() {
        mayWrite.countDown();
        System.setOut(before);
    }

    private static SinkPlan console(String name, LayoutPlan layout, Charset charset, FilterPlan... filters) {
        return new SinkPlan.ConsoleSink(name, layout, charset, List.of(filters), false);
    }

    private static SinkPlan console(String name, FilterPlan... filters) {
        return console(name, Plans.pattern(name + " %msg%n"), StandardCharsets.UTF_8, filters);
    }

    private Plans plans() {
        return Plans.plan(dir).with("millrace.sync", "false");
    }

    private List<String> lines(Charset charset) {
        return printed.toString(charset).lines().toList();
    }

    @Test
    void shouldWriteInTheOrderOfTheEventsAndOfTheReferencesI2() {
        Plans plans = plans().sink(console("B"))
                .sink(console("A"), false)
                .sink(console("C", new FilterPlan.Threshold(Levels.WARN)), false)
                .logger("own", null, false, "A")
                .logger("both", null, true, "C", "A");
        Engine engine = Bootstrap.start(plans.build(), status);

        EngineTest.log(engine, "own", Levels.INFO, "1");
        EngineTest.log(engine, "both", Levels.INFO, "2");
        EngineTest.log(engine, "root", Levels.INFO, "3");
        EngineTest.log(engine, "both", Levels.WARN, "4");
        mayWrite.countDown();
        engine.close();

        assertThat(lines(StandardCharsets.UTF_8)).containsExactly("A 1", "A 2", "B 2", "B 3", "C 4", "A 4", "B 4");
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.sink()).isEqualTo("B+A+C");
        assertThat(counters.delivered()).isEqualTo(4);
        assertThat(engine.counters().sinks()).hasSize(1);
    }

    @Test
    void shouldCountWhatNoConsoleTakesAsFilteredI3() {
        Plans plans = plans().sink(console("A", new FilterPlan.Threshold(Levels.ERROR)))
                .sink(console("B", new FilterPlan.Threshold(Levels.WARN)), false)
                .logger("b", null, true, "B");
        Engine engine = Bootstrap.start(plans.build(), status);

        assertThat(engine.logger("a").isWanted(Levels.WARN)).isFalse();
        assertThat(engine.logger("b").isWanted(Levels.WARN)).isTrue();
        EngineTest.log(engine, "a", Levels.WARN, "1");
        EngineTest.log(engine, "b", Levels.WARN, "2");
        EngineTest.log(engine, "b", Levels.INFO, "3");
        mayWrite.countDown();
        engine.close();

        assertThat(lines(StandardCharsets.UTF_8)).containsExactly("B 2");
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.filtered()).isEqualTo(2);
        assertThat(counters.delivered()).isEqualTo(1);
        assertThat(counters.pending()).isZero();
    }

    @Test
    void shouldKeepRoutesAndTheirFiltersApart() {
        Plans plans = plans().sink(console("A"))
                .sink(console("B"), false)
                .route("ASYNC", "B", true, new FilterPlan.Threshold(Levels.WARN));
        Engine engine = Bootstrap.start(plans.build(), status);

        EngineTest.log(engine, "x", Levels.INFO, "1");
        EngineTest.log(engine, "x", Levels.WARN, "2");
        mayWrite.countDown();
        engine.close();

        assertThat(lines(StandardCharsets.UTF_8)).containsExactly("A 1", "A 2", "B 2");
    }

    @Test
    void shouldEncodeAndFrameEachConsoleByItself() {
        SinkPlan latin = console(
                "L",
                new LayoutPlan.Pattern("%msg%n", "test", new FramePlan("<é>\n", "</é>\n"), false),
                StandardCharsets.ISO_8859_1);
        SinkPlan plain = console(
                "P",
                new LayoutPlan.Pattern("plain%n", "test", new FramePlan("<p>\n", "</p>\n"), false),
                StandardCharsets.US_ASCII);
        Engine engine = Bootstrap.start(
                plans().sink(latin).sink(plain).sink(sifting("%n")).build(), status);

        EngineTest.log(engine, "x", Levels.INFO, "ü");
        mayWrite.countDown();
        engine.close();

        assertThat(lines(StandardCharsets.ISO_8859_1))
                .containsExactly("<é>", "<p>", "ü", "plain", "<s>", "sifted", "</é>", "</p>", "</s>");
    }

    private static SinkPlan sifting(String ending) {
        SinkPlan sample = console(
                "S",
                new LayoutPlan.Pattern("sifted" + ending, "test", new FramePlan("<s>\n", "</s>\n"), false),
                StandardCharsets.US_ASCII);
        return new SinkPlan.SiftingSink(
                "SIFT", List.of(), new SiftPlan("k", "none", 60_000, 10, value -> sample, sample));
    }

    @Test
    void shouldEndWhatAConsoleHasBegunWhenAReloadChangesItsLayout() {
        mayWrite.countDown();
        Engine engine = Bootstrap.start(plans().sink(sifting("%n")).build(), status);
        EngineTest.log(engine, "x", Levels.INFO, "1");
        assertThat(engine.reloader().apply(plans().sink(sifting(" 2%n")).build()))
                .isTrue();
        EngineTest.log(engine, "x", Levels.INFO, "2");
        assertThat(engine.reloader()
                        .apply(plans().sink(sifting(" 3%n")).sink(console("P")).build()))
                .isTrue();
        EngineTest.log(engine, "x", Levels.INFO, "3");
        engine.close();

        assertThat(lines(StandardCharsets.UTF_8))
                .containsExactly("<s>", "sifted", "</s>", "<s>", "sifted 2", "</s>", "<s>", "sifted 3", "P 3", "</s>");
    }

    @Test
    void shouldKeepTheOrderWhereItCatchesUp() {
        Plans plans = plans().sink(console("EVEN"), false)
                .sink(console("ODD"), false)
                .logger("even", null, false, "EVEN")
                .logger("odd", null, false, "ODD");
        Engine engine = Bootstrap.start(plans.build(), status);
        List<String> expected = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < MANY; i++) {
            boolean even = random.nextBoolean();
            EngineTest.log(engine, even ? "even" : "odd", Levels.INFO, "some text that takes its room " + i);
            expected.add((even ? "EVEN" : "ODD") + " some text that takes its room " + i);
        }
        mayWrite.countDown();
        while (engine.counters().sinks().get(0).pending() > 0) {
            Thread.onSpinWait();
        }
        engine.close();

        // One text: a list of that many lines takes minutes to describe.
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(text.length()).isEqualTo(String.join("\n", expected).length() + 1);
        assertThat(text.equals(String.join("\n", expected) + "\n")).isTrue();
    }

    /** Consoles come, go and change their names and members while events are logged. */
    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void shouldKeepEachLineAndTheOrderThroughReloadsI1I2(String sync) {
        mayWrite.countDown();
        Random random = new Random(Long.getLong("millrace.test.seed", 5L));
        Engine engine = Bootstrap.start(plan(random, sync), status);
        int events = 0;
        for (int reload = 0; reload < 60; reload++) {
            for (int i = random.nextInt(200); i > 0; i--) {
                EngineTest.log(engine, "x", Levels.INFO, "event " + events++);
            }
            assertThat(engine.reloader().apply(plan(random, sync))).isTrue();
        }
        engine.close();

        List<String> lines = lines(StandardCharsets.UTF_8);
        List<Integer> numbers = new ArrayList<>();
        for (String line : lines) {
            numbers.add(Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)));
        }
        assertThat(numbers).isSorted();
        assertThat(numbers.stream().distinct().count()).isEqualTo(events);
        assertThat(lines).doesNotHaveDuplicates();
        for (SinkCounters sink : engine.counters().sinks()) {
            assertThat(sink.pending()).as("%s", sink).isZero();
            assertThat(sink.dropped()).isZero();
        }
        assertThat(status.list()).noneMatch(s -> s.code() == StatusCode.MR008 || s.code() == StatusCode.MR005);
    }

    @Test
    void shouldBeginAConsoleThatCallsWriteToWhenThePlanIsInForce() {
        mayWrite.countDown();
        SinkPlan framed = console(
                "F",
                new LayoutPlan.Pattern("%msg%n", "test", new FramePlan("begin\n", "end\n"), false),
                StandardCharsets.UTF_8);
        Engine engine = Bootstrap.start(
                plans().with("millrace.sync", "true").sink(console("A")).build(), status);
        engine.reloader()
                .apply(plans().with("millrace.sync", "true")
                        .sink(console("A"))
                        .sink(framed)
                        .build());
        List<String> begun = lines(StandardCharsets.UTF_8);
        engine.close();

        assertThat(begun).containsExactly("begin");
        assertThat(lines(StandardCharsets.UTF_8)).containsExactly("begin", "end");
        assertThat(status.list()).noneMatch(s -> s.code() == StatusCode.MR005);
    }

    @Test
    void shouldWriteInTheCallWhatComesBehindAReloadDuringAnotherCall() throws InterruptedException {
        Engine engine = Bootstrap.start(
                plans().with("millrace.sync", "true").sink(console("A")).build(), status);
        Thread other = new Thread(() -> EngineTest.log(engine, "x", Levels.INFO, "1"));
        other.start();
        writes.await();
        engine.reloader()
                .apply(plans().with("millrace.sync", "true")
                        .sink(console("A"))
                        .sink(console("B"))
                        .build());
        mayWrite.countDown();
        other.join();

        EngineTest.log(engine, "x", Levels.INFO, "2");
        List<String> behindTheCall = lines(StandardCharsets.UTF_8);
        engine.close();

        assertThat(behindTheCall).containsExactly("A 1", "A 2", "B 2");
    }

    @Test
    void shouldBeginBehindALaneThatHasGoneElsewhereI2() {
        Path file = dir.resolve("a.log");
        Engine engine = Bootstrap.start(plans().sink(console("A")).build(), status);
        EngineTest.log(engine, "x", Levels.INFO, "1");
        engine.reloader().apply(plans().file("A", file).build());
        engine.reloader().apply(plans().file("A", file).sink(console("B")).build());

        Lane added = engine.running().lanes()[1].lane();
        boolean progress = added.step();
        boolean begun = added.isDrained();
        EngineTest.log(engine, "x", Levels.INFO, "2");
        mayWrite.countDown();
        engine.close();

        assertThat(progress || begun).isFalse();
        assertThat(lines(StandardCharsets.UTF_8)).containsExactly("A 1", "B 2");
        assertThat(file).hasContent("INFO x 2");
    }

    @Test
    void shouldForgetLanesWhosePlaceOthersHaveTaken() {
        mayWrite.countDown();
        Engine engine = Bootstrap.start(
                plans().with("millrace.sync", "true").sink(console("C0")).build(), status);
        List<WeakReference<Lane>> left = new ArrayList<>();
        for (int i = 1; i < 5; i++) {
            left.add(new WeakReference<>(engine.running().lanes()[0].lane()));
            engine.reloader()
                    .apply(plans().with("millrace.sync", "true")
                            .sink(console("C" + i))
                            .build());
        }
        assertThat(engine.lanes()).hasSize(1);

        while (left.stream().anyMatch(lane -> lane.get() != null)) {
            System.gc();
            EngineTest.pause("a lane that has ended is still known");
        }
        engine.close();
    }

    @Test
    void shouldAskForCallersOnlyWhereAConsolePrintsThem() {
        Plans plans = plans().sink(console("A"))
                .sink(console("B", Plans.pattern("%caller{2}"), StandardCharsets.UTF_8), false)
                .sink(
                        console(
                                "C",
                                Plans.pattern("%L"),
                                StandardCharsets.UTF_8,
                                new FilterPlan.Threshold(Levels.ERROR)),
                        false)
                .route("R", "B", false, new FilterPlan.Threshold(Levels.WARN))
                .logger("b", null, true, "R")
                .logger("b.c", null, false, "C");
        Engine engine = Bootstrap.start(plans.build(), status);

        assertThat(callerFrames(engine, "a")).containsExactly(0, 0, 0, 0, 0);
        assertThat(callerFrames(engine, "b")).containsExactly(0, 0, 0, 2, 2);
        assertThat(callerFrames(engine, "b.c")).containsExactly(0, 0, 0, 0, 1);
        mayWrite.countDown();
        engine.close();
    }

    private static List<Integer> callerFrames(Engine engine, String logger) {
        return Stream.of(Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR)
                .map(level -> engine.logger(logger).callerFrames(level))
                .toList();
    }

    @Test
    void shouldSayInTheConsolesCharsetHowManyEventsAreMissing() {
        mayWrite.countDown();
        AtomicBoolean broken = new AtomicBoolean(true);
        System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8) {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (broken.get()) {
                    throw new IllegalStateException("broken");
                }
                super.write(bytes, offset, length);
            }
        });
        Engine engine = Bootstrap.start(
                plans().with("millrace.sync", "true")
                        .sink(console("A", Plans.pattern("A %msg%n"), StandardCharsets.UTF_16LE))
                        .sink(console("B", Plans.pattern("B %msg%n"), StandardCharsets.UTF_16LE))
                        .build(),
                status);
        EngineTest.log(engine, "x", Levels.INFO, "lost");
        broken.set(false);
        EngineTest.log(engine, "x", Levels.INFO, "é");
        engine.close();

        assertThat(lines(StandardCharsets.UTF_16LE))
                .containsExactly("… 1 event dropped here (not written): INFO 1", "A é", "B é");
    }

    private Plan plan(Random random, String sync) {
        Plans plans = plans().with("millrace.sync", sync);
        boolean any = false;
        for (String name : List.of("A", "B", "C")) {
            if (random.nextBoolean() || (!any && name.equals("C"))) {
                any = true;
                plans.sink(console(name, Plans.pattern(name + random.nextInt(9) + " %msg%n"), StandardCharsets.UTF_8));
            }
        }
        return plans.build();
    }
}
