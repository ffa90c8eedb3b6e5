package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalForward;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ReloadTest {
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private Path file(String name) {
        return dir.resolve(name);
    }

    private static SinkPlan sink(String name, Path file, String pattern) {
        return new SinkPlan.FileSink(name, Plans.pattern(pattern), StandardCharsets.UTF_8, List.of(), file, true);
    }

    private Plan plan(SinkPlan... sinks) {
        Plans plans = Plans.plan(dir);
        for (SinkPlan sink : sinks) {
            plans.sink(sink);
        }
        return plans.build();
    }

    private static void log(Engine engine, String message) {
        EngineTest.log(engine, "a", Levels.INFO, message);
    }

    private boolean told(StatusCode code) {
        return status.list().stream().map(Status::code).anyMatch(code::equals);
    }

    @Test
    void shouldSwitchTheLayoutOfAFileThatStaysOpen() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "old %msg%n")), status);
        log(engine, "1");
        EngineTest.awaitLines(file("a.log"), 1);
        Path renamed = Files.move(file("a.log"), file("renamed.log"));

        engine.reloader().apply(plan(sink("FILE", file("a.log"), "new %msg%n")));
        log(engine, "2");
        EngineTest.awaitLines(renamed, 2);

        assertThat(Files.readAllLines(renamed)).containsExactly("old 1", "new 2");
        engine.close();
    }

    @Test
    void shouldSplitTheFilesOfAChangedSinkAtTheReload() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        for (int i = 0; i < 1000; i++) {
            log(engine, "before " + i);
        }

        engine.reloader().apply(plan(sink("FILE", file("b.log"), "%msg%n")));
        for (int i = 0; i < 1000; i++) {
            log(engine, "after " + i);
        }
        engine.close();

        assertThat(Files.readAllLines(file("a.log"))).hasSize(1000).allMatch(line -> line.startsWith("before"));
        assertThat(Files.readAllLines(file("b.log"))).hasSize(1000).allMatch(line -> line.startsWith("after"));
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(2000);
        assertThat(counters.accepted()).isEqualTo(2000);
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void i1ShouldNotEmptyWhatASinkOfAnotherNameHasWrittenSinceTheStart() throws IOException {
        Engine engine = Bootstrap.start(plan(emptying("OLD", file("a.log"))), status);
        log(engine, "1");
        EngineTest.awaitLines(file("a.log"), 1);

        engine.reloader().apply(plan(emptying("NEW", file("a.log"))));
        log(engine, "2");
        engine.close();

        assertThat(Files.readAllLines(file("a.log"))).containsExactly("1", "2");
    }

    @Test
    void i1ShouldNotEmptyAFileThatALaneOfThisProcessHasLeft() throws IOException {
        Engine engine = Bootstrap.start(plan(emptying("A", file("a.log"))), status);
        log(engine, "1");
        engine.reloader().apply(plan(emptying("A", file("b.log"))));
        log(engine, "2");
        EngineTest.awaitLines(file("b.log"), 1);

        engine.reloader().apply(plan(emptying("A", file("b.log")), emptying("C", file("a.log"))));
        log(engine, "3");
        engine.reloader().apply(plan(emptying("A", file("a.log")), emptying("C", file("b.log"))));
        log(engine, "4");
        engine.close();

        assertThat(Files.readAllLines(file("a.log"))).containsExactly("1", "3", "4");
        assertThat(Files.readAllLines(file("b.log"))).containsExactly("2", "3", "4");
    }

    @Test
    void i1ShouldNotEmptyTheFilesOfASiftingSinkThatIsRenamed() throws IOException {
        Engine engine = Bootstrap.start(plan(siftingInto("OLD", emptying("F", file("a.log")))), status);
        log(engine, "1");
        EngineTest.awaitLines(file("a.log"), 1);

        engine.reloader().apply(plan(siftingInto("NEW", emptying("F", file("a.log")))));
        log(engine, "2");
        engine.close();

        assertThat(Files.readAllLines(file("a.log"))).containsExactly("1", "2");
    }

    private static SinkPlan siftingInto(String name, SinkPlan file) {
        return new SinkPlan.SiftingSink(name, List.of(), new SiftPlan("key", "a", 60_000, 10, value -> file, file));
    }

    private static SinkPlan emptying(String name, Path file) {
        return new SinkPlan.FileSink(name, Plans.pattern("%msg%n"), StandardCharsets.UTF_8, List.of(), file, false);
    }

    private SinkPlan framed(String name, Path file, String frame) {
        FramePlan around = new FramePlan(frame + " begins\n", frame + " ends\n");
        return new SinkPlan.FileSink(
                name,
                new LayoutPlan.Pattern("%msg%n", "test", around, false),
                StandardCharsets.UTF_8,
                List.of(),
                file,
                true);
    }

    @Test
    void shouldBeginAFileAnewOnlyWhereItsHeaderOrFooterChanged() throws IOException {
        Engine engine = Bootstrap.start(plan(framed("A", file("a.log"), "x"), framed("B", file("b.log"), "x")), status);
        log(engine, "1");

        engine.reloader().apply(plan(framed("A", file("a.log"), "y"), framed("B", file("b.log"), "x")));
        log(engine, "2");
        engine.reloader().apply(plan(framed("A", file("a.log"), "y"), sink("B", file("c.log"), "%msg%n")));
        log(engine, "3");
        engine.close();

        assertThat(Files.readAllLines(file("a.log")))
                .containsExactly("x begins", "1", "x ends", "y begins", "2", "3", "y ends");
        assertThat(Files.readAllLines(file("b.log"))).containsExactly("x begins", "1", "2", "x ends");
        assertThat(Files.readAllLines(file("c.log"))).containsExactly("3");
    }

    @Test
    void shouldFinishARemovedSinkAndBeginAnAddedOne() throws IOException {
        Engine engine = Bootstrap.start(
                plan(sink("STAYS", file("stays.log"), "%msg%n"), sink("GOES", file("goes.log"), "%msg%n")), status);
        log(engine, "before");

        engine.reloader()
                .apply(plan(sink("STAYS", file("stays.log"), "%msg%n"), sink("COMES", file("comes.log"), "%msg%n")));
        log(engine, "after");
        EngineTest.awaitLines(file("stays.log"), 2);
        EngineTest.awaitLines(file("comes.log"), 1);
        while (engine.open().journal().cursorNames().contains("GOES")) {
            Thread.onSpinWait();
        }

        assertThat(engine.open().journal().cursorNames()).containsExactlyInAnyOrder("STAYS", "COMES");
        assertThat(Files.readAllLines(file("goes.log"))).containsExactly("before");
        assertThat(Files.readAllLines(file("comes.log"))).containsExactly("after");
        engine.close();
        assertThat(engine.counters().sinks())
                .extracting(SinkCounters::sink, SinkCounters::accepted, SinkCounters::delivered, SinkCounters::pending)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("STAYS", 2L, 2L, 0L),
                        org.assertj.core.groups.Tuple.tuple("COMES", 1L, 1L, 0L));
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldKeepTheOrderInAFileWhoseSinkIsRenamedI2() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("OLD", file("a.log"), "%msg%n")), status);
        for (int i = 0; i < 5000; i++) {
            if (i % 1000 == 999) {
                engine.reloader().apply(plan(sink("NAME" + i, file("a.log"), "%msg%n")));
            }
            log(engine, Integer.toString(i));
        }
        engine.close();

        List<String> lines = Files.readAllLines(file("a.log"));
        assertThat(lines).hasSize(5000);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).isEqualTo(Integer.toString(i));
        }
    }

    @Test
    void shouldKeepTheOrderInAFileWhoseSinkIsRenamedAndRenamedBackI2() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("A", file("a.log"), "%msg%n")), status);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (i % 500 == 499) {
                engine.reloader().apply(plan(sink(i % 1000 == 999 ? "A" : "B", file("a.log"), "%msg%n")));
            }
            log(engine, Integer.toString(i));
            expected.add(Integer.toString(i));
        }
        engine.close();

        assertThat(Files.readAllLines(file("a.log")).equals(expected)).isTrue();
    }

    @Test
    void shouldLetTheSuccessorWriteWhatABrokenSinkCouldNot() throws IOException {
        Files.createDirectory(file("a.log"));
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        log(engine, "before");
        while (!told(StatusCode.MR301)) {
            Thread.onSpinWait();
        }

        engine.reloader().apply(plan(sink("FILE", file("b.log"), "%msg%n")));
        log(engine, "after");
        EngineTest.awaitLines(file("b.log"), 2);
        engine.close();

        assertThat(Files.readAllLines(file("b.log"))).containsExactly("before", "after");
        assertThat(told(StatusCode.MR015)).isTrue();
    }

    @Test
    void I1_shouldLetTheSuccessorWriteWhatAFullDiskDidNotTake() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Engine engine = Bootstrap.start(plan(sink("FILE", FULL, "old %msg%n")), status);
        log(engine, "before");
        while (!told(StatusCode.MR301)) {
            Thread.onSpinWait();
        }
        log(engine, "and then");

        engine.reloader().apply(plan(sink("FILE", file("b.log"), "new %msg%n")));
        log(engine, "after");
        EngineTest.awaitLines(file("b.log"), 3);
        engine.close();

        assertThat(Files.readAllLines(file("b.log"))).containsExactly("old before", "new and then", "new after");
        assertThat(told(StatusCode.MR015)).isTrue();
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(3);
        assertThat(counters.pending()).isZero();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I1_shouldLetALaterSuccessorWriteWhatAFullDiskDidNotTake() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        SinkPlan full = sink("FILE", FULL, "old %msg%n");
        Engine engine = Bootstrap.start(plan(full), status);
        log(engine, "before");
        EngineTest.awaitStatus(status, StatusCode.MR301);
        log(engine, "and then");

        engine.reloader()
                .apply(Plans.plan(dir).sink(full).rootLevel(Levels.INFO).build());
        log(engine, "between");
        engine.reloader().apply(plan(sink("FILE", file("b.log"), "new %msg%n")));
        log(engine, "after");
        EngineTest.awaitLines(file("b.log"), 4);
        engine.close();

        assertThat(Files.readAllLines(file("b.log")))
                .containsExactly("old before", "new and then", "new between", "new after");
        assertThat(told(StatusCode.MR015)).isTrue();
        assertBooks(engine, 4, 0);
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I1_shouldLetTheSinkThatComesBackWriteWhatAFullDiskDidNotTake() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        SinkPlan other = sink("OTHER", file("a.log"), "%msg%n");
        Engine engine = Bootstrap.start(plan(other, sink("FILE", FULL, "old %msg%n")), status);
        log(engine, "before");
        EngineTest.awaitStatus(status, StatusCode.MR301);
        log(engine, "and then");

        engine.reloader().apply(plan(other));
        log(engine, "between");
        engine.reloader().apply(plan(other, sink("FILE", file("b.log"), "new %msg%n")));
        log(engine, "after");
        EngineTest.awaitLines(file("b.log"), 3);
        engine.close();

        assertThat(Files.readAllLines(file("b.log"))).containsExactly("old before", "new and then", "new after");
        assertThat(told(StatusCode.MR015)).isTrue();
        assertBooks(engine, 3, 1);
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I8_shouldGoOverWhereTheSinkOnlyWaitsForOneThatFails() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Engine engine = Bootstrap.start(hasty(sink("OLD", FULL, "%msg%n")), status);
        log(engine, "1");
        EngineTest.awaitStatus(status, StatusCode.MR301);

        engine.reloader().apply(hasty(sink("NEW", FULL, "%msg%n")));
        log(engine, "2");
        engine.reloader().apply(hasty(sink("NEW", file("b.log"), "%msg%n")));
        log(engine, "3");
        EngineTest.awaitLines(file("b.log"), 2);
        engine.close();

        assertThat(Files.readAllLines(file("b.log"))).containsExactly("2", "3");
        assertThat(countersOf(engine, "OLD").pending()).isEqualTo(1);
    }

    @Test
    void I8_shouldPassOverASinkThatWouldWaitForOneThatFails() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Files.createDirectory(file("x.log"));
        SinkPlan other = sink("OTHER", file("a.log"), "%msg%n");
        Engine engine =
                Bootstrap.start(hasty(other, sink("OLD", FULL, "%msg%n"), sink("X", file("x.log"), "%msg%n")), status);
        log(engine, "1");
        while (engine.lanes().stream().filter(lane -> lane.lane().isFailing()).count() < 2) {
            EngineTest.pause("they do not fail");
        }

        engine.reloader().apply(hasty(other));
        log(engine, "not for X");
        engine.reloader().apply(hasty(other, sink("X", FULL, "%msg%n")));
        log(engine, "2");
        engine.reloader().apply(hasty(other, sink("X", file("b.log"), "%msg%n")));
        log(engine, "3");
        EngineTest.awaitLines(file("b.log"), 3);
        engine.close();

        assertThat(Files.readAllLines(file("b.log"))).containsExactly("1", "2", "3");
    }

    /** Of the last sink. */
    private static void assertBooks(Engine engine, long delivered, long filtered) {
        List<SinkCounters> sinks = engine.counters().sinks();
        SinkCounters counters = sinks.get(sinks.size() - 1);
        assertThat(counters.delivered()).isEqualTo(delivered);
        assertThat(counters.filtered()).isEqualTo(filtered);
        assertThat(counters.pending()).isZero();
    }

    @Test
    void I1_shouldKeepWhatAFullDiskDidNotTakeWhereItsSuccessorSifts() {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Engine engine = Bootstrap.start(hasty(sink("FILE", FULL, "%msg%n")), status);
        log(engine, "before");
        while (!told(StatusCode.MR301)) {
            Thread.onSpinWait();
        }

        Function<String, SinkPlan> template = value -> sink(value, file(value + ".log"), "%msg%n");
        SiftPlan sift = new SiftPlan("user", "none", 60_000, 10, template, template.apply("none"));
        engine.reloader().apply(hasty(new SinkPlan.SiftingSink("FILE", List.of(), sift)));
        engine.close();

        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isZero();
        assertThat(counters.pending()).isEqualTo(1);
    }

    private Plan hasty(SinkPlan... sinks) {
        Plans plans = Plans.plan(dir).with("millrace.shutdown.timeout", "1s");
        for (SinkPlan sink : sinks) {
            plans.sink(sink);
        }
        return plans.build();
    }

    @Test
    void I1_shouldWriteElsewhereAtTheNextStartWhatAFullDiskDidNotTake() throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Engine engine = Bootstrap.start(plan(first, sink("SECOND", FULL, "%msg%n")), status);
        log(engine, "before");
        while (!told(StatusCode.MR301)) {
            Thread.onSpinWait();
        }
        log(engine, "and then");
        engine.close();

        Engine next = Bootstrap.start(plan(first, sink("SECOND", file("b.log"), "%msg%n")), status);
        log(next, "after");
        EngineTest.awaitLines(file("b.log"), 3);
        next.close();

        assertThat(Files.readAllLines(file("a.log"))).containsExactly("before", "and then", "after");
        assertThat(Files.readAllLines(file("b.log"))).containsExactly("before", "and then", "after");
        assertThat(told(StatusCode.MR305)).isTrue();
    }

    /** What the sink X of a process that has ended could not write is in the journal. */
    private void leaveTwoEventsOfX(SinkPlan first) {
        leaveTwoEventsOfX(first, FULL);
    }

    private void leaveTwoEventsOfX(SinkPlan first, Path full) {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .sink(first)
                        .sink(sink("X", full, "%msg%n"))
                        .with("millrace.journal.budget", "16MB")
                        .with("millrace.shutdown.timeout", "1s")
                        .build(),
                status);
        log(engine, "one");
        EngineTest.awaitStatus(status, StatusCode.MR301);
        log(engine, "two");
        engine.close();
    }

    @Test
    void I1_shouldWriteWhatAnEarlierProcessLeftToASinkThatAReloadBringsBack() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        leaveTwoEventsOfX(first);

        Engine engine = Bootstrap.start(plan(first), status);
        log(engine, "without");
        engine.reloader().apply(plan(first, sink("X", file("x.log"), "%msg%n")));
        log(engine, "with");
        EngineTest.awaitLines(file("x.log"), 3);
        engine.close();

        assertThat(Files.readAllLines(file("x.log"))).containsExactly("one", "two", "with");
        assertThat(Files.readAllLines(file("a.log"))).containsExactly("one", "two", "without", "with");
        assertBooks(engine, 3, 1);
        assertThat(told(StatusCode.MR306)).isFalse();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I1_shouldWriteWhatAnEarlierProcessLeftAlsoWhereItsFileTakesLinesAgainBeforeTheReload() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Files.createSymbolicLink(file("x.log"), FULL);
        leaveTwoEventsOfX(first, file("x.log"));
        StatusLog later = new StatusLog();
        Engine engine = Bootstrap.start(plan(first), later);
        log(engine, "without");
        // The recovery has tried.
        EngineTest.awaitStatus(later, StatusCode.MR301);

        Files.delete(file("x.log"));
        engine.reloader().apply(plan(first, sink("X", file("x.log"), "%msg%n")));
        log(engine, "with");
        EngineTest.awaitLines(file("x.log"), 3);
        engine.close();

        assertThat(Files.readAllLines(file("x.log"))).containsExactly("one", "two", "with");
        assertThat(later.list()).extracting(Status::code).doesNotContain(StatusCode.MR306);
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I1_shouldKeepWhatAnEarlierProcessLeftWhereTheReloadThatBringsTheSinkBackFails() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        leaveTwoEventsOfX(first);
        Engine engine = Bootstrap.start(plan(first), status);
        Plans tooMany = Plans.plan(dir).sink(first).sink(sink("X", file("x.log"), "%msg%n"));
        for (int i = 0; i < 1_100; i++) {
            tooMany.file("S" + i, file(i + ".log"));
        }

        assertThat(engine.reloader().apply(tooMany.build())).isFalse();
        engine.reloader().apply(plan(first, sink("X", file("x.log"), "%msg%n")));
        EngineTest.awaitLines(file("x.log"), 2);
        engine.close();

        assertThat(Files.readAllLines(file("x.log"))).containsExactly("one", "two");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    /** A sink X whose file took nothing in an earlier process, and does so from now on. */
    private Engine startWithoutX(SinkPlan first, StatusLog later) throws IOException {
        Files.createSymbolicLink(file("x.log"), FULL);
        leaveTwoEventsOfX(first, file("x.log"));
        Engine engine = Bootstrap.start(plan(first), later);
        assertThat(engine.open().journal().cursorNames()).contains("X");
        return engine;
    }

    @Test
    void I3_shouldTellWhatAnEarlierProcessLeftWhereTheReloadThatBringsTheSinkBackFailed() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        StatusLog later = new StatusLog();
        Engine engine = startWithoutX(first, later);
        Plans tooMany = Plans.plan(dir).sink(first).sink(sink("X", file("x.log"), "%msg%n"));
        for (int i = 0; i < 1_100; i++) {
            tooMany.file("S" + i, file(i + ".log"));
        }

        assertThat(engine.reloader().apply(tooMany.build())).isFalse();
        Files.delete(file("x.log"));
        assertThat(engine.housekeeper().leftovers().finishOwnCursors()).isTrue();

        assertThat(engine.open().journal().cursorNames()).containsExactly("FIRST");
        assertThat(later.list())
                .filteredOn(told -> told.code() == StatusCode.MR306)
                .singleElement()
                .satisfies(told -> assertThat(told.message()).contains("sink X", "1 events"));
        engine.close();
        assertThat(Files.readAllLines(file("x.log"))).containsExactly("one");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I1_shouldLeaveWhatAnEarlierProcessLeftToTheReloadThatBringsTheSinkBackUntilThatHasFailed() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Engine engine = startWithoutX(first, new StatusLog());
        LeftoverJournals leftovers = engine.housekeeper().leftovers();

        assertThat(leftovers.leaveOwnCursorsTo(plan(first, sink("X", file("x.log"), "%msg%n"))))
                .isTrue();
        Files.delete(file("x.log"));

        assertThat(leftovers.finishOwnCursors()).isFalse();
        assertThat(engine.open().journal().cursorNames()).contains("X");
        leftovers.reloaded(false);
        assertThat(leftovers.finishOwnCursors()).isTrue();
        assertThat(engine.open().journal().cursorNames()).doesNotContain("X");
        engine.close();
    }

    private Plan small(SinkPlan... sinks) {
        Plans plans = Plans.plan(dir).with("millrace.journal.budget", "16MB").with("millrace.shutdown.timeout", "30s");
        for (SinkPlan sink : sinks) {
            plans.sink(sink);
        }
        return plans.build();
    }

    private SinkCounters countersOf(Engine engine, String sink) {
        return engine.counters().sinks().stream()
                .filter(each -> each.sink().equals(sink))
                .findFirst()
                .orElseThrow();
    }

    /** Logs until the sink X has lost something, and much behind that; the first sink is never behind. */
    private long logUntilXIsOverrun(Engine engine) {
        return logUntilXHasLostMoreThan(0, engine);
    }

    private long logUntilXHasLostMoreThan(long lost, Engine engine) {
        String large = "x".repeat(1000);
        long logged = 0;
        for (int rest = 2_000; rest > 0; logged++) {
            log(engine, large);
            while (logged % 100 == 0 && !engine.lanes().get(0).lane().isDrained()) {
                EngineTest.pause("the first sink is behind");
            }
            rest -= countersOf(engine, "X").dropped() > lost ? 1 : 0;
        }
        return logged;
    }

    /** Starts with a sink X that takes nothing before its file is removed, and logs three lines. */
    private Engine startWithFailingX(SinkPlan first) throws IOException {
        assumeTrue(Files.isWritable(FULL), "no device that is always full");
        Files.createSymbolicLink(file("x.log"), FULL);
        Engine engine = Bootstrap.start(small(first, sink("X", file("x.log"), "%msg%n")), status);
        log(engine, "1");
        EngineTest.awaitStatus(status, StatusCode.MR301);
        log(engine, "2");
        log(engine, "3");
        return engine;
    }

    @Test
    void I3_shouldKeepTheBooksOfAnAddedSinkWhereAnotherIsOverrunAcrossTheReload() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Engine engine = startWithFailingX(first);

        engine.reloader()
                .apply(small(first, sink("X", file("x.log"), "%msg%n"), sink("ADDED", file("added.log"), "%msg%n")));
        long logged = logUntilXIsOverrun(engine);
        Files.delete(file("x.log"));
        engine.close();

        for (SinkCounters counters : engine.counters().sinks()) {
            assertThat(counters.pending()).as(counters.sink()).isZero();
        }
        assertThat(countersOf(engine, "ADDED").accepted()).isEqualTo(logged);
        assertThat(countersOf(engine, "X").accepted()).isEqualTo(3 + logged);
    }

    @Test
    void I3_shouldKeepTheBooksOfAnAddedSinkWhereOneThatEndsLastHasLostWhatNobodyCounted() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Engine engine = startWithFailingX(first);
        Journal journal = engine.open().journal();
        String large = "x".repeat(1000);
        for (int i = 0; journal.tailPosition() < 4 << 20; i++) {
            log(engine, large + i);
        }
        while (!engine.lanes().get(0).lane().isDrained()) {
            EngineTest.pause("the first sink is behind");
        }
        try (FileChannel segment = FileChannel.open(journal.directory().resolve("0.seg"), StandardOpenOption.WRITE)) {
            segment.truncate(100_000);
        }
        long ignored = logUntilXIsOverrun(engine);

        engine.reloader().apply(small(first, sink("ADDED", file("added.log"), "%msg%n")));
        log(engine, "with");
        while (!engine.lanes().get(0).lane().hasPassed(engine.running().number())) {
            EngineTest.pause("the first sink is before the reload");
        }
        Files.delete(file("x.log"));
        engine.close();

        assertThat(told(StatusCode.MR208)).isTrue();
        assertThat(Files.readAllLines(file("x.log"))).startsWith("1");
        SinkCounters added = countersOf(engine, "ADDED");
        assertThat(added.accepted()).isEqualTo(1);
        assertThat(added.pending()).isZero();
    }

    @Test
    void I3_shouldNotCountAsLostWhatWasLoggedSinceTheSinkWasRemoved() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Engine engine = startWithFailingX(first);

        engine.reloader().apply(small(first));
        long logged = logUntilXIsOverrun(engine);

        SinkCounters removed = countersOf(engine, "X");
        assertThat(removed.accepted()).isEqualTo(3);
        assertThat(removed.dropped()).isEqualTo(2);
        assertThat(removed.pending()).isEqualTo(1);
        engine.reloader().apply(small(first, sink("X", file("x.log"), "%msg%n")));
        log(engine, "last");
        Files.delete(file("x.log"));
        engine.close();

        List<String> lines = Files.readAllLines(file("x.log"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).contains("2 events dropped here");
        assertThat(lines.get(2)).isEqualTo("last");
        SinkCounters back = countersOf(engine, "X");
        assertThat(back.accepted()).isEqualTo(3 + logged + 1);
        assertThat(back.dropped()).isEqualTo(2);
        assertThat(back.delivered()).isEqualTo(2);
        assertThat(back.pending()).isZero();
    }

    @Test
    void I3_shouldNotCountAsLostWhatWasLoggedBeforeTheSinkThatStillFailsCameBack() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        SinkPlan failing = sink("X", file("x.log"), "%msg%n");
        Engine engine = startWithFailingX(first);

        engine.reloader().apply(small(first));
        long between = logUntilXIsOverrun(engine);
        engine.reloader().apply(small(first, failing));
        long back = logUntilXHasLostMoreThan(2, engine);
        engine.reloader().apply(small(first));
        between += logMuch(engine);
        engine.reloader().apply(small(first, failing));
        log(engine, "last");
        Files.delete(file("x.log"));
        engine.close();

        SinkCounters counters = countersOf(engine, "X");
        assertThat(counters.filtered()).isEqualTo(between);
        assertThat(counters.delivered() + counters.dropped()).isEqualTo(3 + back + 1);
        assertThat(counters.pending()).isZero();
    }

    /** More than the journal keeps for the sink X, and nothing is refused. */
    private static long logMuch(Engine engine) {
        Journal journal = engine.open().journal();
        int count = 20_000;
        String large = "x".repeat(1000);
        for (int i = 0; i < count; i++) {
            // What repeats would stand in the dictionary.
            log(engine, large + i);
            while (i % 100 == 0
                    && (!engine.lanes().get(0).lane().isDrained()
                            || journal.tailPosition() - journal.cursor("X").position() > 10 << 20)) {
                EngineTest.pause("the first sink is behind, or the journal keeps it all");
            }
        }
        return count;
    }

    @Test
    void I3_shouldNotCountAsLostWhatWasLoggedWithoutASinkThatAnEarlierProcessHad() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Files.createSymbolicLink(file("x.log"), FULL);
        leaveTwoEventsOfX(first, file("x.log"));
        Engine engine = Bootstrap.start(small(first), status);
        long ignored = logMuch(engine);

        engine.reloader().apply(small(first, sink("X", file("x.log"), "%msg%n")));
        log(engine, "last");
        Files.delete(file("x.log"));
        engine.close();

        SinkCounters counters = countersOf(engine, "X");
        assertThat(counters.dropped()).isEqualTo(2);
        assertThat(counters.filtered()).isZero();
        assertThat(counters.pending()).isZero();
        assertThat(Files.readAllLines(file("x.log")))
                .contains("one")
                .endsWith("last", "… 2 events dropped here (by an earlier process): INFO 2");
    }

    @Test
    void I3_shouldNotCountAsLostWhatWasLoggedBeforeASinkWithLeftoversCameBack() throws IOException {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        Files.createSymbolicLink(file("x.log"), FULL);
        leaveTwoEventsOfX(first, file("x.log"));
        Engine engine = Bootstrap.start(small(first), status);
        log(engine, "without");
        log(engine, "without");

        engine.reloader().apply(small(first, sink("X", file("x.log"), "%msg%n")));
        long ignored = logMuch(engine);
        Files.delete(file("x.log"));
        engine.close();

        SinkCounters counters = countersOf(engine, "X");
        assertThat(counters.dropped()).isPositive();
        assertThat(counters.filtered()).isEqualTo(2);
        assertThat(counters.pending()).isZero();
    }

    @Test
    void I3_shouldKeepTheBooksOfASinkAddedBesideOneThatAnEarlierProcessHad() {
        SinkPlan first = sink("FIRST", file("a.log"), "%msg%n");
        SinkPlan back = sink("X", file("x.log"), "%msg%n");
        leaveTwoEventsOfX(first);
        Engine engine = Bootstrap.start(plan(first), status);
        log(engine, "without");
        engine.reloader().apply(plan(back));
        while (!engine.reloader().leaving().isEmpty()) {
            EngineTest.pause("the first sink is still there");
        }

        // A call that is under way: its event is in the journal, and not counted yet.
        EventCapture capture = new EventCapture(engine.open().dictionary(), new EventClock(), 64 << 10);
        EventEncoder event = capture.encode(0, "a", Levels.INFO, 0, "under way", 0, null, null, null, null, null, null);
        assertThat(engine.open().journal().append(event.bytes(), 0, event.length(), Journal.IMPORTANT))
                .isNotNegative();
        engine.reloader().apply(plan(back, sink("ADDED", file("added.log"), "%msg%n")));
        engine.calls().countAccepted(-1);
        log(engine, "with");
        engine.close();

        assertThat(engine.counters().sinks())
                .extracting(SinkCounters::sink, SinkCounters::accepted, SinkCounters::delivered, SinkCounters::pending)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("X", 5L, 4L, 0L),
                        org.assertj.core.groups.Tuple.tuple("ADDED", 1L, 1L, 0L));
    }

    @Test
    void I8_shouldNotHoldUpSynchronousCallersWhereABrokenSinkIsRenamed() throws IOException {
        Files.createDirectory(file("a.log"));
        Plan before = Plans.plan(dir)
                .with("millrace.sync", "true")
                .sink(sink("OLD", file("a.log"), "%msg%n"))
                .build();
        Plan after = Plans.plan(dir)
                .with("millrace.sync", "true")
                .sink(sink("NEW", file("a.log"), "%msg%n"))
                .build();
        Engine engine = Bootstrap.start(before, status);
        log(engine, "before");
        engine.reloader().apply(after);

        log(engine, "after");

        Files.delete(file("a.log"));
        EngineTest.awaitLines(file("a.log"), 2);
        engine.close();
        assertThat(Files.readAllLines(file("a.log"))).containsExactly("before", "after");
    }

    @Test
    void shouldShowChangedLevelsToLoopsThatOnlyAsk() throws Exception {
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", file("a.log"))
                        .rootLevel(Levels.INFO)
                        .build(),
                status);
        LoggerNode node = engine.logger("a.b");
        Thread asking = new Thread(() -> {
            while (!node.isEnabled(Levels.DEBUG)) {
                // Nothing but the question.
            }
        });
        asking.start();

        engine.reloader()
                .apply(Plans.plan(dir)
                        .file("FILE", file("a.log"))
                        .rootLevel(Levels.INFO)
                        .logger("a", Levels.DEBUG, true)
                        .build());

        asking.join();
        assertThat(engine.logger("c").isEnabled(Levels.DEBUG)).isFalse();
        assertThat(engine.logger("a.new").isEnabled(Levels.DEBUG)).isTrue();
        engine.close();
    }

    @Test
    void shouldNotCaptureWhatNoSinkTakesAnyMore() throws Exception {
        Plan everything = Plans.plan(dir).file("FILE", file("a.log")).build();
        Engine engine = Bootstrap.start(everything, status);
        LoggerNode node = engine.logger("a.b");
        Thread asking = new Thread(() -> {
            while (node.isWanted(Levels.INFO)) {
                // Nothing but the question.
            }
        });
        asking.start();

        engine.reloader()
                .apply(Plans.plan(dir)
                        .file("FILE", file("a.log"), new FilterPlan.Threshold(Levels.WARN))
                        .build());
        asking.join();

        assertThat(node.isEnabled(Levels.INFO)).isTrue();
        assertThat(node.isTakenBySinks(Levels.INFO)).isFalse();
        assertThat(node.isWanted(Levels.WARN)).isTrue();
        assertThat(engine.logger("a.new").isWanted(Levels.INFO)).isFalse();
        engine.reloader().apply(everything);
        assertThat(node.isWanted(Levels.TRACE)).isTrue();
        engine.close();
    }

    @Test
    void shouldLetEveryLevelPassAsLongAsTurboFiltersAreAsked() {
        Plan without = Plans.plan(dir)
                .file("FILE", file("a.log"))
                .rootLevel(Levels.INFO)
                .build();
        TurboFilterPlan filter =
                new TurboFilterPlan.MdcValue("user", "bob", FilterPlan.Reply.ACCEPT, FilterPlan.Reply.NEUTRAL);
        Engine engine = Bootstrap.start(without, status);
        LoggerNode node = engine.logger("a");
        assertThat(node.isTurboFiltered()).isFalse();

        engine.reloader()
                .apply(Plans.plan(dir)
                        .file("FILE", file("a.log"))
                        .rootLevel(Levels.INFO)
                        .turboFilters(filter)
                        .build());

        assertThat(engine.turboFilters()).containsExactly(filter);
        assertThat(node.isTurboFiltered()).isTrue();
        assertThat(node.isEnabled(Levels.TRACE)).isTrue();
        assertThat(node.isWanted(Levels.TRACE)).isTrue();
        assertThat(node.threshold()).isEqualTo(Levels.INFO);
        engine.reloader().apply(without);
        assertThat(engine.turboFilters()).isEmpty();
        assertThat(node.isEnabled(Levels.DEBUG)).isFalse();
        engine.close();
    }

    @Test
    void shouldStayWithThePlanThatRunsWhenTheNextCannot() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        Plans tooMany = Plans.plan(dir);
        for (int i = 0; i < 1_100; i++) {
            tooMany.file("S" + i, file(i + ".log"));
        }

        boolean applied = engine.reloader().apply(tooMany.build());
        log(engine, "still");
        EngineTest.awaitLines(file("a.log"), 1);

        assertThat(applied).isFalse();
        assertThat(told(StatusCode.MR013)).isTrue();
        assertThat(engine.open().journal().cursorNames()).containsExactly("FILE");
        engine.close();
        assertThat(Files.readAllLines(file("a.log"))).containsExactly("still");
    }

    @Test
    void shouldTakeEventsForTheCallersWhereTheNewPlanIsSynchronous() throws IOException {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);

        engine.reloader()
                .apply(Plans.plan(dir).file("FILE", file("a.log")).testSource().build());
        for (int i = 0; i < 100; i++) {
            log(engine, Integer.toString(i));
            assertThat(Files.readAllLines(file("a.log"))).hasSize(i + 1);
        }

        engine.reloader().apply(plan(sink("FILE", file("b.log"), "%msg%n")));
        log(engine, "asynchronous");
        EngineTest.awaitLines(file("b.log"), 1);
        engine.close();
    }

    @Test
    void shouldTellWhereTheJournalIsWhenItsIdentityChanges() {
        Plan next = plan(sink("FILE", file("logs/b.log"), "%msg%n"));
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        Path home = JournalHome.candidates(next, engine.options()).get(0).home();

        engine.reloader().apply(next);

        assertThat(JournalForward.targets(home)).containsExactly(engine.open().home());
        engine.close();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    /** Sinks whose one file has a name that their plan knows, that they find when they open it, or for each value. */
    private enum Kind {
        FILE {
            @Override
            SinkPlan sink(Path dir) {
                return ReloadTest.sink("S", dir.resolve("a.log"), "%msg%n");
            }
        },
        ROLLING_WITHOUT_FILE {
            @Override
            SinkPlan sink(Path dir) {
                FileNamePattern names = new FileNamePattern(List.of(
                        new FileNamePattern.Literal(dir + "/"),
                        new FileNamePattern.Date("'a'", null, true),
                        new FileNamePattern.Literal(".log")));
                return new SinkPlan.RollingFileSink(
                        "S",
                        Plans.pattern("%msg%n"),
                        StandardCharsets.UTF_8,
                        List.of(),
                        new RollPlan.Periodic(null, names, ArchiveFormat.PLAIN, RollPeriod.MONTH, 0, 0, 0, false));
            }
        },
        SIFTING {
            @Override
            SinkPlan sink(Path dir) {
                return new SinkPlan.SiftingSink(
                        "S", List.of(), new SiftPlan("key", "a", 60_000, 10, value -> FILE.sink(dir), FILE.sink(dir)));
            }
        };

        abstract SinkPlan sink(Path dir);
    }

    /** What a kill left of a line comes whole from the journal of the identity before, and later. */
    @ParameterizedTest
    @CsvSource({
        "FILE, true", "FILE, false",
        "ROLLING_WITHOUT_FILE, true", "ROLLING_WITHOUT_FILE, false",
        "SIFTING, true", "SIFTING, false"
    })
    void I1_shouldNotGoOnWithALineThatAKillEndedBeforeTheIdentityChanged(Kind kind, boolean noted) throws IOException {
        Plan plan = plan(kind.sink(dir));
        Engine before = Bootstrap.start(plan, status);
        Path home = before.open().home();
        before.close();
        String whole = "a line\n".repeat(585);
        Files.writeString(file("a.log"), whole + "t");
        assertThat(file("a.log")).hasSize(4096);
        if (noted) {
            JournalForward.put(home, dir.resolve("of another identity"));
        }

        Engine engine = Bootstrap.start(plan, status);
        log(engine, "1");
        engine.close();

        assertThat(file("a.log")).hasContent(whole + (noted ? "1\n" : "t1\n"));
        assertThat(told(StatusCode.MR313)).isEqualTo(noted);
    }

    /** Stalls whoever asks about it, as a disk may. */
    private static final class Stalling extends Charset {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Stalling() {
            super("x-stalling", null);
        }

        @Override
        public boolean contains(Charset other) {
            return false;
        }

        @Override
        public boolean canEncode() {
            reached.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return true;
        }

        @Override
        public CharsetDecoder newDecoder() {
            return StandardCharsets.UTF_8.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            return StandardCharsets.UTF_8.newEncoder();
        }
    }

    @Test
    void I8_shouldCloseThoughAReloadHasStalled() throws Exception {
        Stalling stalling = new Stalling();
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        SinkPlan stalled =
                new SinkPlan.FileSink("B", Plans.pattern("%msg%n"), stalling, List.of(), file("b.log"), true);
        Plan next = Plans.plan(dir).sink(stalled).build();
        FutureTask<Boolean> reload = new FutureTask<>(() -> engine.reloader().apply(next));
        new Thread(reload).start();
        stalling.reached.await();

        log(engine, "last");
        engine.close();

        assertThat(Files.readAllLines(file("a.log"))).containsExactly("last");
        // Its place is not another's while the reload may still come to it.
        Engine neighbour = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        assertThat(neighbour.open().journal().directory())
                .isNotEqualTo(engine.open().journal().directory());
        neighbour.close();
        stalling.released.countDown();
        assertThat(reload.get()).isFalse();
        assertThat(engine.running().number()).isZero();
        assertThat(file("b.log")).doesNotExist();
    }

    @Test
    void shouldTellWhatWaitsForTheNextStart() {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);

        engine.reloader()
                .apply(Plans.plan(dir)
                        .file("FILE", file("a.log"))
                        .with("millrace.overflow", "block")
                        .build());

        assertThat(status.list())
                .filteredOn(each -> each.code() == StatusCode.MR014)
                .singleElement()
                .satisfies(each -> assertThat(each.message()).contains("millrace.overflow"));
        engine.close();
    }

    @Test
    void shouldTellThatCallsGoOnAsTheQueueOfTheStartWanted() {
        Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
        Plans plans = Plans.plan(dir).file("FILE", file("a.log"));

        engine.reloader().apply(plans.overflowWish(Plan.OverflowWish.DISCARD).build());
        assertThat(told(StatusCode.MR014)).as("as it is").isFalse();

        engine.reloader().apply(plans.overflowWish(Plan.OverflowWish.BLOCK).build());

        assertThat(status.list())
                .filteredOn(each -> each.code() == StatusCode.MR014)
                .singleElement()
                .satisfies(each -> assertThat(each.message()).contains("discardingThreshold"));
        engine.close();
    }

    @Test
    void shouldShowInformationAsLongAsTheConfigurationAsksForIt() {
        boolean ignored = StandardStream.ERR.isReplaced();
        PrintStream err = System.err;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
        try {
            Engine engine = Bootstrap.start(plan(sink("FILE", file("a.log"), "%msg%n")), status);
            engine.reloader()
                    .apply(Plans.plan(dir)
                            .file("FILE", file("a.log"))
                            .showStatus()
                            .build());
            engine.reloader().apply(plan(sink("FILE", file("a.log"), "%msg%n")));
            engine.close();
            status.flush(30_000);
        } finally {
            System.setErr(err);
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains("MR001: started from test", "generation 1")
                .doesNotContain("generation 2");
    }
}
