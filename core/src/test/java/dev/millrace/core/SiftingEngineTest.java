package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventDetails;
import dev.millrace.event.Levels;
import dev.millrace.event.MdcSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SiftingEngineTest {
    private static final int VALUES = 50;
    private static final int EVENTS = 5_000;

    @TempDir
    Path dir;

    private static SinkPlan sifting(Function<String, SinkPlan> template, FilterPlan... filters) {
        return new SinkPlan.SiftingSink(
                "S", List.of(filters), new SiftPlan("user", "none", 60_000, 1_000, template, template.apply("none")));
    }

    private static void log(Engine engine, int level, String value, String message, String... markers) {
        EventDetails details = new EventDetails(List.of(markers), null, null, null, 0, null);
        byte[] mdc = MdcSnapshot.encode(Map.of("user", value));
        engine.log(engine.logger("a"), level, message, 0, null, null, null, null, mdc, details);
    }

    private SinkPlan file(String value) {
        return new SinkPlan.FileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_16BE,
                List.of(new FilterPlan.Threshold(Levels.INFO)),
                dir.resolve(value + ".log"),
                true);
    }

    @Test
    void shouldSiftAndConserveEveryEventI3() {
        FilterPlan noAudit =
                new FilterPlan.Evaluate(new EvaluatorPlan(false, List.of("AUDIT"), null), Reply.DENY, Reply.NEUTRAL);
        Engine engine = Bootstrap.start(
                Plans.plan(dir).sink(sifting(this::file, noAudit)).build(), new StatusLog());
        for (int i = 0; i < EVENTS; i++) {
            String value = "v" + i % VALUES;
            switch (i % 10) {
                case 0 -> log(engine, Levels.DEBUG, value, "below the inner threshold");
                case 1 -> log(engine, Levels.WARN, value, "denied by its marker", "AUDIT");
                default -> log(engine, Levels.INFO, value, "line " + i);
            }
        }
        engine.close();

        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(EVENTS * 8 / 10);
        assertThat(counters.filtered()).isEqualTo(EVENTS * 2 / 10);
        assertThat(counters.pending()).isZero();
        for (int value = 2; value < VALUES; value += 7) {
            StringBuilder expected = new StringBuilder();
            for (int i = value; i < EVENTS; i += VALUES) {
                expected.append(i % 10 < 2 ? "" : "line " + i + "\n");
            }
            assertThat(dir.resolve("v" + value + ".log"))
                    .usingCharset(StandardCharsets.UTF_16BE)
                    .hasContent(expected.toString());
        }
    }

    private static SinkPlan console(String value) {
        return new SinkPlan.ConsoleSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(new FilterPlan.Threshold(Levels.INFO)),
                false);
    }

    /** One event of each kind. */
    private static void logToSomeAndNobody(Engine engine) {
        log(engine, Levels.INFO, "bob", "text");
        log(engine, Levels.DEBUG, "bob", "below the inner threshold");
        log(engine, Levels.WARN, "nobody", "no sink");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i3ShouldCountAsDeliveredOnlyWhatTheSinkOfItsValueTakes(boolean toConsole) {
        Function<String, SinkPlan> sinks = toConsole ? SiftingEngineTest::console : this::file;
        Function<String, SinkPlan> template = value -> value.equals("nobody") ? null : sinks.apply(value);
        PrintStream before = StandardStream.OUT.current();
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        SinkCounters once;
        SinkCounters late;
        try {
            Engine engine =
                    Bootstrap.start(Plans.plan(dir).sink(sifting(template)).build(), new StatusLog());
            logToSomeAndNobody(engine);
            engine.close();
            once = engine.counters().sinks().get(0);
            logToSomeAndNobody(engine);
            late = engine.counters().sinks().get(0);
        } finally {
            System.setOut(before);
        }

        assertThat(once.delivered()).isEqualTo(1);
        assertThat(once.filtered()).isEqualTo(1);
        assertThat(once.droppedBy()).isEqualTo(Map.of(DropReason.FAILED, Map.of("WARN", 1L)));
        assertThat(once.pending()).isZero();
        assertThat(late.delivered()).isEqualTo(2);
        assertThat(late.filtered()).isEqualTo(2);
        assertThat(late.droppedBy()).isEqualTo(Map.of(DropReason.FAILED, Map.of("WARN", 2L)));
        assertThat(late.pending()).isZero();
    }

    @Test
    void shouldWriteAllCopiesOfAnEventToTheFileOfItsValue() {
        Plans plan = Plans.plan(dir).sink(sifting(this::file)).logger("a", null, true, "S");
        Engine engine = Bootstrap.start(plan.build(), new StatusLog());
        log(engine, Levels.INFO, "bob", "one");
        log(engine, Levels.INFO, "eve", "two");
        log(engine, Levels.INFO, "bob", "three");
        engine.close();

        assertThat(dir.resolve("bob.log"))
                .usingCharset(StandardCharsets.UTF_16BE)
                .hasContent("one\none\nthree\nthree\n");
        assertThat(dir.resolve("eve.log"))
                .usingCharset(StandardCharsets.UTF_16BE)
                .hasContent("two\ntwo\n");
    }

    @Test
    void shouldSayOnceThatAPatternPrintsMoreOfTheCallerThanIsCaptured() {
        Function<String, SinkPlan> template = value -> new SinkPlan.FileSink(
                value,
                new LayoutPlan.Pattern(value.equals("none") ? "%m%n" : value + " %L %m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                dir.resolve(value + ".log"),
                true);
        StatusLog status = new StatusLog();
        Engine engine = Bootstrap.start(Plans.plan(dir).sink(sifting(template)).build(), status);
        log(engine, Levels.INFO, "bob", "one");
        log(engine, Levels.INFO, "eve", "two");
        engine.close();

        assertThat(dir.resolve("bob.log")).hasContent("bob ? one\n");
        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR332)
                .singleElement()
                .asString()
                .contains("the pattern of \"bob\" prints more of the caller than that of \"none\"");
    }

    @Test
    void shouldFrameEachValuesEventsOnOneConsole() {
        Function<String, SinkPlan> template = value -> new SinkPlan.ConsoleSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test", new FramePlan(value + " begins\n", value + " ends\n"), false),
                StandardCharsets.UTF_8,
                List.of(),
                false);
        PrintStream before = StandardStream.OUT.current();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Engine engine =
                    Bootstrap.start(Plans.plan(dir).sink(sifting(template)).build(), new StatusLog());
            log(engine, Levels.INFO, "bob", "one");
            log(engine, Levels.INFO, "eve", "two");
            log(engine, Levels.INFO, "bob", "three");
            engine.close();
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("bob begins", "one", "eve begins", "two", "three", "eve ends", "bob ends");
    }

    @Test
    void shouldPrintEachValuesEventsInItsPatternOnOneConsole() {
        Function<String, SinkPlan> template = value -> new SinkPlan.ConsoleSink(
                value,
                new LayoutPlan.Pattern(value + ": %m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(new FilterPlan.Threshold(Levels.INFO)),
                false);
        // Asked first: what it finds then is the process's own stream.
        PrintStream before = StandardStream.OUT.current();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Engine engine =
                    Bootstrap.start(Plans.plan(dir).sink(sifting(template)).build(), new StatusLog());
            log(engine, Levels.INFO, "bob", "one");
            log(engine, Levels.DEBUG, "bob", "not this");
            log(engine, Levels.WARN, "eve", "two");
            engine.close();
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).containsExactly("bob: one", "eve: two");
    }
}
