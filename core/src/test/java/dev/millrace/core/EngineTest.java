package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import dev.millrace.journal.JournalReader;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class EngineTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    static void log(Engine engine, String logger, int level, String message) {
        LoggerNode node = engine.logger(logger);
        if (node.isEnabled(level)) {
            engine.log(node, level, message, 0, null, null, null, null, null, null);
        }
    }

    /** Bounded by the test's time-out. */
    static void awaitLines(Path file, int count) throws IOException {
        while (!Files.exists(file) || Files.readAllLines(file).size() < count) {
            pause(file + " has not " + count + " lines");
        }
    }

    static void awaitStatus(StatusLog status, StatusCode code) {
        while (status.list().stream().noneMatch(told -> told.code() == code)) {
            pause("no " + code + ": " + status.list());
        }
    }

    /** A moment; fails when the test's time is over. */
    static void pause(String unless) {
        LockSupport.parkNanos(1_000_000);
        assertThat(Thread.interrupted()).as(unless).isFalse();
    }

    private boolean told(StatusCode code) {
        return status.list().stream().map(Status::code).anyMatch(code::equals);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRollWhenThePeriodIsOverThoughNothingIsLogged(boolean synchronous) throws IOException {
        Path file = dir.resolve("logs/app.log");
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app-"),
                new FileNamePattern.Date("yyyy-MM-dd_HH-mm-ss", null, true),
                new FileNamePattern.Literal(".log")));
        RollPlan roll = new RollPlan.Periodic(file, names, ArchiveFormat.PLAIN, RollPeriod.SECOND, 0, 0, 0, false);
        SinkPlan sink =
                new SinkPlan.RollingFileSink("R", Plans.pattern("%msg%n"), StandardCharsets.UTF_8, List.of(), roll);
        try (Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .sink(sink)
                        .with("millrace.sync", Boolean.toString(synchronous))
                        .build(),
                status)) {
            log(engine, "a.B", Levels.INFO, "the only one");
            while (!contents(dir.resolve("logs"), "app-").equals("the only one\n")) {
                Thread.onSpinWait();
            }
        }
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 200})
    void I7_shouldWriteToMoreSinksThanAFreshJournalHasCursorsFor(int sinks) throws IOException {
        Plans plan = Plans.plan(dir);
        for (int i = 0; i < sinks; i++) {
            plan.file("F" + i, dir.resolve("logs/" + i + ".log"));
        }

        try (Engine engine = Bootstrap.start(plan.build(), status)) {
            log(engine, "a.B", Levels.INFO, "to all");
        }

        for (int i = 0; i < sinks; i++) {
            assertThat(dir.resolve("logs/" + i + ".log")).hasContent("INFO a.B to all");
        }
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR004);
    }

    /** What the files of a folder contain whose names begin like that. */
    private static String contents(Path folder, String begin) throws IOException {
        StringBuilder text = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, begin + "*")) {
            for (Path path : files) {
                text.append(Files.readString(path));
            }
        }
        return text.toString();
    }

    @Test
    void shouldKeepDeliveredEventsOverItsEndWhereThatIsAskedFor() throws IOException {
        Path file = dir.resolve("logs/app.log");
        Path journal = null;
        for (int start = 0; start < 3; start++) {
            Engine engine = Bootstrap.start(
                    Plans.plan(dir)
                            .file("FILE", file)
                            .with("millrace.journal.retain", "64MB")
                            .build(),
                    status);
            journal = engine.open().journal().directory();
            log(engine, "a.B", Levels.INFO, "of start " + start);
            engine.close();
        }

        assertThat(Files.readString(file)).isEqualTo("INFO a.B of start 0\nINFO a.B of start 1\nINFO a.B of start 2\n");
        assertThat(eventsIn(journal)).isEqualTo(3);
        assertThat(told(StatusCode.MR005)).isFalse();
    }

    private static int eventsIn(Path journal) throws IOException {
        JournalReader reader = JournalReader.open(journal).passOverHoles(true);
        ReadBatch batch = new ReadBatch(64 << 10);
        int kept = 0;
        while (reader.fill(batch)) {
            while (batch.next()) {
                kept++;
            }
        }
        assertThat(reader.damagedBytes()).isZero();
        return kept;
    }

    @Test
    void shouldKeepWhatANeighbourDeliveredWhereThatIsAskedFor() throws IOException {
        Plan plan = Plans.plan(dir)
                .file("FILE", dir.resolve("app.log"))
                .with("millrace.journal.retain", "64MB")
                .build();
        Engine owner = Bootstrap.start(plan, status);
        Engine neighbour = Bootstrap.start(plan, status);
        Path journal = neighbour.open().journal().directory();
        log(neighbour, "a.B", Levels.INFO, "of the neighbour");
        neighbour.close();
        owner.close();

        Engine next = Bootstrap.start(plan, status);
        awaitStatus(status, StatusCode.MR009);
        next.close();
        StatusLog ofLast = new StatusLog();
        Engine last = Bootstrap.start(plan, ofLast);
        new LeftoverJournals(last).run();
        last.close();

        assertThat(eventsIn(journal)).isEqualTo(1);
        assertThat(ofLast.list()).extracting(Status::code).doesNotContain(StatusCode.MR009, StatusCode.MR010);
    }

    @Test
    void shouldRollAndCompressWhileItIsLoggedTo() throws IOException {
        Path file = dir.resolve("logs/app.log");
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app-"),
                new FileNamePattern.Date("yyyy", null, true),
                new FileNamePattern.Literal("."),
                new FileNamePattern.Index(0)));
        RollPlan roll = new RollPlan.Periodic(file, names, ArchiveFormat.GZIP, RollPeriod.MONTH, 20_000, 0, 0, false);
        SinkPlan sink = new SinkPlan.RollingFileSink(
                "ROLL", Plans.pattern("%level %logger %msg%n"), StandardCharsets.UTF_8, List.of(), roll);
        Engine engine = Bootstrap.start(Plans.plan(dir).sink(sink).build(), status);

        for (int i = 0; i < 10_000; i++) {
            log(engine, "a.B", Levels.INFO, "message " + i);
        }
        engine.close();

        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Path archive = dir.resolve("logs/app-" + java.time.Year.now() + "." + i + ".gz");
            if (Files.exists(archive)) {
                try (InputStream gzip = new GZIPInputStream(Files.newInputStream(archive))) {
                    String text = new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(text).hasSizeBetween(20_000, 20_100);
                    text.lines().forEach(lines::add);
                }
            }
        }
        lines.addAll(Files.readAllLines(file));
        assertThat(lines).hasSize(10_000);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).isEqualTo("INFO a.B message " + i);
        }
        assertThat(told(StatusCode.MR320)).isFalse();
    }

    @Test
    void shouldWriteWhatIsLoggedAndLeaveNothingBehind() throws IOException {
        Path file = dir.resolve("logs/app.log");
        Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);

        for (int i = 0; i < 1000; i++) {
            log(engine, "a.B", Levels.INFO, "message " + i);
        }
        engine.close();

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1000).startsWith("INFO a.B message 0").endsWith("INFO a.B message 999");
        assertThat(dir.resolve(".millrace")).doesNotExist();
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR001);
    }

    @Test
    void shouldTellPatternsWhatThePlanSays() throws IOException {
        Path file = dir.resolve("app.log");
        PatternSettings settings = new PatternSettings(
                Map.of("esb", "org.springframework.boot.logging.logback.EnclosedInSquareBracketsConverter"),
                Map.of("onError", new EvaluatorPlan(true, List.of(), null), "never", EvaluatorPlan.NEVER),
                true,
                true);
        SinkPlan sink = new SinkPlan.FileSink(
                "FILE",
                Plans.pattern("%cn %property{app} %sn %esb(%level){}%msg %caller{1, onError}%n%nopex"),
                StandardCharsets.UTF_8,
                List.of(),
                file,
                true);
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .with("app", "shop")
                        .patterns(settings)
                        .sink(sink)
                        .build(),
                status);

        log(engine, "a", Levels.INFO, "first");
        log(engine, "a", Levels.ERROR, "second");
        int callerFrames = engine.logger("a").callerFrames(Levels.INFO);
        engine.close();

        assertThat(Files.readAllLines(file))
                .containsExactly("test shop 1 [INFO] first ", "test shop 2 [ERROR] second ?#?:?", "");
        assertThat(callerFrames).isEqualTo(1);
        assertThat(told(StatusCode.MR310)).isFalse();
    }

    @Test
    void shouldAskForCallersOnlyAtLevelsOfSinksThatPrintThem() {
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("ALL", dir.resolve("all.log"))
                        .sink(lines("ERRORS", "%line%n", new FilterPlan.Threshold(Levels.ERROR)))
                        .sink(lines("BY_ROUTE", "%caller{3}"), false)
                        .route("ROUTE", "BY_ROUTE", false, new FilterPlan.Threshold(Levels.WARN))
                        .logger("a.b", null, true, "ROUTE")
                        .build(),
                status);

        assertThat(callerFrames(engine, "a")).containsExactly(0, 0, 0, 0, 1);
        assertThat(callerFrames(engine, "a.b")).containsExactly(0, 0, 0, 3, 3);
        engine.close();
    }

    private SinkPlan lines(String name, String pattern, FilterPlan... filters) {
        return new SinkPlan.FileSink(
                name, Plans.pattern(pattern), StandardCharsets.UTF_8, List.of(filters), dir.resolve(name), true);
    }

    private static List<Integer> callerFrames(Engine engine, String logger) {
        return IntStream.of(Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR)
                .mapToObj(level -> engine.logger(logger).callerFrames(level))
                .toList();
    }

    @Test
    void shouldMakeLinesVisibleWithoutClosing() throws IOException {
        Path file = dir.resolve("app.log");
        try (Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status)) {
            log(engine, "a", Levels.WARN, "now");

            awaitLines(file, 1);
        }
        assertThat(file).content().isEqualTo("WARN a now" + System.lineSeparator());
    }

    @Test
    void shouldBalanceTheBooksI3() throws IOException {
        Path all = dir.resolve("all.log");
        Path errors = dir.resolve("errors.log");
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("ALL", all)
                        .file("ERRORS", errors, new FilterPlan.Threshold(Levels.ERROR))
                        .build(),
                status);

        for (int i = 0; i < 500; i++) {
            log(engine, "l" + i % 7, i % 5 * 10, "m" + i);
        }
        engine.close();

        assertThat(engine.counters().accepted()).isEqualTo(500);
        assertThat(engine.counters().sinks())
                .extracting(SinkCounters::delivered, SinkCounters::filtered, SinkCounters::pending)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(500L, 0L, 0L),
                        org.assertj.core.groups.Tuple.tuple(100L, 400L, 0L));
        assertThat(Files.readAllLines(errors)).hasSize(100).allMatch(line -> line.startsWith("ERROR"));
    }

    @Test
    void shouldWriteEventsThatAreLoggedAfterCloseI10() throws IOException {
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        log(engine, "a", Levels.INFO, "before");
        engine.close();

        log(engine, "a", Levels.INFO, "after");

        assertThat(Files.readAllLines(file)).containsExactly("INFO a before", "INFO a after");
        assertThat(engine.counters().sinks().get(0).pending()).isZero();
    }

    @Test
    void shouldDoWhatComesBehindTheFirstLineOnly() {
        AtomicInteger done = new AtomicInteger();
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);

        for (int i = 1; i <= 2; i++) {
            engine.doLater(done::incrementAndGet);
            while (done.get() < i) {
                pause("not done while the engine runs");
            }
        }
        engine.close();

        assertThat(done).hasValue(2);
    }

    @Test
    void shouldNotEndInTheMiddleOfWhatCouldWaitForTheFirstLine() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        AtomicBoolean doneAtEnd = new AtomicBoolean();
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);
        Thread closer = new Thread(() -> {
            engine.close();
            doneAtEnd.set(done.get());
        });

        engine.doLater(() -> {
            begun.countDown();
            // Not before the other one waits for it, or has not.
            while (closer.getState() != Thread.State.TERMINATED
                    && !String.valueOf(LockSupport.getBlocker(closer)).contains("ReentrantLock")) {
                pause("never closed");
            }
            done.set(true);
        });
        begun.await();
        closer.start();
        closer.join();

        assertThat(doneAtEnd).isTrue();
    }

    @Test
    void shouldCloseInOrderWhateverComesOfWhatCouldWait() {
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);

        engine.doLater(() -> {
            throw new NoClassDefFoundError("of a loader that is closed");
        });
        engine.close();

        assertThat(told(StatusCode.MR004)).isFalse();
        assertThat(engine.open().journal().directory()).doesNotExist();
    }

    @Test
    void shouldDoWhatCanWaitForTheFirstLineBeforeItIsClosed() {
        AtomicInteger done = new AtomicInteger();
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);

        engine.doLater(done::incrementAndGet);
        engine.close();

        assertThat(done).hasValue(1);
    }

    @Test
    void shouldGiveItsThreadsNothingOfTheThreadThatStartsThem() {
        AtomicInteger inherited = new AtomicInteger();
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parentValue) {
                inherited.incrementAndGet();
                return parentValue;
            }
        };
        local.set("of the application");
        try (Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status)) {
            log(engine, "a", Levels.INFO, "m");
        } finally {
            local.remove();
        }

        assertThat(inherited).hasValue(0);
    }

    @Test
    void shouldHaveWrittenBeforeASynchronousCallReturns() throws IOException {
        Path file = dir.resolve("app.log");
        try (Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", file).with("millrace.sync", "true").build(), status)) {
            for (int i = 0; i < 50; i++) {
                log(engine, "a", Levels.INFO, "m" + i);
                assertThat(Files.readAllLines(file)).hasSize(i + 1);
            }
        }
    }

    @Test
    void shouldSurviveInterruptedSynchronousCallers() throws IOException {
        Path file = dir.resolve("app.log");
        try (Engine engine =
                Bootstrap.start(Plans.plan(dir).file("FILE", file).testSource().build(), status)) {
            for (int i = 0; i < 20; i++) {
                Thread.currentThread().interrupt();
                log(engine, "a", Levels.INFO, "m" + i);
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(Files.readAllLines(file)).hasSize(20);
        }
    }

    @Test
    void shouldKeepEachThreadsOrderI2() throws Exception {
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String logger = "t" + t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 20_000; i++) {
                    log(engine, logger, Levels.INFO, Integer.toString(i));
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        engine.close();

        int[] next = new int[4];
        for (String line : Files.readAllLines(file)) {
            int t = line.charAt(6) - '0';
            assertThat(line).isEqualTo("INFO t" + t + " " + next[t]++);
        }
        assertThat(next).containsOnly(20_000);
        assertThat(engine.counters().sinks().get(0).pending()).isZero();
    }

    @Test
    void shouldTranscodeEachEvent() throws IOException {
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .sink(new SinkPlan.FileSink(
                                "FILE", Plans.pattern("%msg"), StandardCharsets.UTF_16, List.of(), file, true))
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "ä€");
        log(engine, "a", Levels.INFO, "b");
        engine.close();

        java.io.ByteArrayOutputStream expected = new java.io.ByteArrayOutputStream();
        expected.writeBytes("ä€".getBytes(StandardCharsets.UTF_16));
        expected.writeBytes("b".getBytes(StandardCharsets.UTF_16));
        assertThat(Files.readAllBytes(file)).isEqualTo(expected.toByteArray());
    }

    @Test
    void shouldSayWhichOtherDirectoryHoldsTheJournal() throws IOException {
        Path blocked = dir.resolve("plain");
        Files.writeString(blocked, "a file and no directory");
        Plan plan = Plans.plan(dir)
                .file("FILE", dir.resolve("app.log"))
                .with("millrace.journal.dir", blocked.toString())
                .build();

        Engine engine = Bootstrap.start(plan, status);
        Path home = engine.open().home();
        engine.close();

        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR211)
                .extracting(Status::message)
                .last()
                .isEqualTo("the journal is in " + home + " instead");
    }

    @Test
    void shouldRunInMemoryWhereNoDirectoryCanHoldAJournal() throws IOException {
        Path blocked = dir.resolve("plain");
        Files.writeString(blocked, "a file and no directory");
        Path file = dir.resolve("app.log");
        String temporary = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", blocked.toString());
        try (Engine engine =
                Bootstrap.start(Plans.plan(blocked).file("FILE", file).build(), status)) {
            log(engine, "a", Levels.INFO, "x");
        } finally {
            System.setProperty("java.io.tmpdir", temporary);
        }

        assertThat(Files.readAllLines(file)).containsExactly("INFO a x");
        assertThat(told(StatusCode.MR211)).isTrue();
        assertThat(told(StatusCode.MR212)).isTrue();
    }
}
