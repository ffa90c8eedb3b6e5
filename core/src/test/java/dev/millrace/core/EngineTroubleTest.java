package dev.millrace.core;

import static dev.millrace.core.EngineTest.awaitLines;
import static dev.millrace.core.EngineTest.awaitStatus;
import static dev.millrace.core.EngineTest.log;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.EngineCounters;
import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.outbox.Totals;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import dev.millrace.journal.JournalForward;
import dev.millrace.journal.JournalReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(40)
class EngineTroubleTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    /** What stands there when Millrace first looks counts as the process's own: look before a test replaces it. */
    private final boolean replacedBefore = StandardStream.OUT.isReplaced();

    private final PrintStream originalOut = System.out;
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void restore() {
        released.countDown();
        System.setOut(originalOut);
    }

    private List<StatusCode> codes() {
        return status.list().stream().map(Status::code).toList();
    }

    private void stallStandardOutput() {
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) {
                await(released);
            }
        }));
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldKeepTheFileGoingWhileTheConsoleStallsI8() throws IOException {
        stallStandardOutput();
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .console("OUT", false)
                        .file("FILE", file)
                        .with("millrace.sync", "false")
                        .with("millrace.shutdown.timeout", "1h")
                        .build(),
                status);
        for (int i = 0; i < 1000; i++) {
            log(engine, "a", Levels.INFO, "m" + i);
        }

        awaitLines(file, 1000);
        // Bounded by the console's own patience, not by the hour.
        engine.close();

        assertThat(codes()).contains(StatusCode.MR005);
        SinkCounters console = engine.counters().sinks().get(0);
        assertThat(console.pending()).isPositive();
        log(engine, "a", Levels.INFO, "late");
        assertThat(Files.readAllLines(file)).hasSize(1001).endsWith("INFO a late");
    }

    @Test
    void shouldLoseOnlyTheStalledConsolesEventsAndShowTheGapI8() throws IOException {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) {
                await(released);
                console.write(b);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                await(released);
                console.write(bytes, offset, length);
            }
        }));
        Path file = dir.resolve("app.log");
        Engine engine = overfilled(Plans.plan(dir)
                .console("OUT", false)
                .file("FILE", file)
                .with("millrace.sync", "false")
                .with("millrace.overflow", "block")
                .with("millrace.journal.budget", "4MB")
                .build());
        awaitLines(file, 20_000);
        released.countDown();
        log(engine, "a", Levels.WARN, "last");
        engine.close();

        assertThat(Files.readAllLines(file)).hasSize(20_001).noneMatch(line -> line.contains("dropped here"));
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.pending()).isZero();
        assertThat(counters.droppedBy()).containsOnlyKeys(DropReason.LAGGED);
        assertThat(counters.delivered() + counters.dropped()).isEqualTo(20_001);
        assertGaps(List.of(console.toString(StandardCharsets.UTF_8).split("\\R")), counters.dropped());
        assertThat(codes()).contains(StatusCode.MR206, StatusCode.MR006);
    }

    @Test
    void shouldRefuseRatherThanWaitWhatALanesOwnWritingLogsI8() throws IOException {
        AtomicReference<Engine> engine = new AtomicReference<>();
        System.setOut(new PrintStream(new OutputStream() {
            private boolean nested;

            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (!nested && engine.get() != null) {
                    nested = true;
                    for (int i = 0; i < 20_000; i++) {
                        logLong(engine.get());
                    }
                }
            }
        }));
        engine.set(Bootstrap.start(
                Plans.plan(dir)
                        .console("OUT", false)
                        .file("FILE", blockedFile())
                        .with("millrace.shutdown.timeout", "100ms")
                        .with("millrace.overflow", "block")
                        .with("millrace.journal.budget", "2MB")
                        .build(),
                status));
        log(engine.get(), "a", Levels.INFO, "outer");
        engine.get().close();

        EngineCounters counters = engine.get().counters();
        assertThat(counters.refused()).isPositive();
        assertThat(counters.accepted()).isEqualTo(20_001);
    }

    @Test
    void shouldRefuseRatherThanWaitOnceTheProgramEndsI8() throws IOException {
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", blockedFile())
                        .with("millrace.overflow", "block")
                        .with("millrace.journal.budget", "2MB")
                        .with("millrace.shutdown.timeout", "100ms")
                        .build(),
                status);
        engine.enterClosing();
        for (int i = 0; i < 20_000; i++) {
            logLong(engine);
        }

        assertThat(engine.counters().refused()).isPositive();
        engine.close();
    }

    private static void logLong(Engine engine) {
        engine.log(engine.logger("a"), Levels.INFO, "{}", 1, "x".repeat(300), null, null, null, null, null);
    }

    /** An engine that was given more than a little budget holds. */
    private Engine overfilled(Plan plan) {
        Engine engine = Bootstrap.start(plan, status);
        for (int i = 0; i < 20_000; i++) {
            logLong(engine);
        }
        return engine;
    }

    private static void assertGaps(List<String> lines, long dropped) {
        long shown = 0;
        for (String line : lines) {
            if (line.startsWith("… ")) {
                assertThat(line).matches("… \\d+ events? dropped here \\([a-z ,]+\\): INFO \\d+");
                shown += Long.parseLong(line.split(" ")[1]);
            }
        }
        assertThat(shown).isEqualTo(dropped);
    }

    private Path blockedFile() throws IOException {
        Files.writeString(dir.resolve("logs"), "a file where the directory belongs");
        return dir.resolve("logs/app.log");
    }

    /** A program that logs nothing more, and leaves no journal that a next start could tell it from. */
    @Test
    void i3ShouldShowAtTheEndWhatIsMissingBehindTheLastEvent() throws IOException {
        Path file = blockedFile();
        Engine engine = overfilled(Plans.plan(dir)
                .file("FILE", file)
                .with("millrace.journal.budget", "2MB")
                .build());
        long refused = engine.counters().refused();
        Files.delete(dir.resolve("logs"));
        awaitLines(file, (int) (20_000 - refused));
        engine.close();

        List<String> lines = Files.readAllLines(file);
        assertThat(refused).isPositive();
        assertThat(lines.get(lines.size() - 1)).startsWith("… ");
        assertGaps(lines, refused);
    }

    @Test
    void shouldCountWhatTheBudgetRefusesAndShowItInTheFileI3() throws IOException {
        Path file = blockedFile();
        Engine engine = overfilled(Plans.plan(dir)
                .file("FILE", file)
                .with("millrace.journal.budget", "2MB")
                .build());
        long refused = engine.counters().refused();
        assertThat(refused).isPositive();
        awaitStatus(status, StatusCode.MR301);

        Files.delete(dir.resolve("logs"));
        awaitLines(file, (int) (20_000 - refused));
        // The space of what is written returns a little later.
        awaitStatus(status, StatusCode.MR202);
        log(engine, "a", Levels.INFO, "after the gap");
        engine.close();

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).endsWith("INFO a after the gap");
        assertGaps(lines, refused);
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(20_001 - refused);
        assertThat(counters.dropped()).isEqualTo(refused);
        assertThat(counters.pending()).isZero();
        assertThat(codes()).contains(StatusCode.MR301, StatusCode.MR302, StatusCode.MR203, StatusCode.MR006);
        assertThat(status.list())
                .extracting(Status::message)
                .contains("events that were dropped: FILE: " + refused + " (budget spent INFO " + refused + ")");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I3_shouldTellWhatASinkHasLostThatAReloadRemoved() throws IOException {
        Path file = blockedFile();
        Engine engine = overfilled(Plans.plan(dir)
                .file("FILE", file)
                .with("millrace.journal.budget", "2MB")
                .build());
        long refused = engine.counters().refused();
        engine.reloader()
                .apply(Plans.plan(dir)
                        .file("OTHER", dir.resolve("other.log"))
                        .with("millrace.journal.budget", "2MB")
                        .build());
        Files.delete(dir.resolve("logs"));
        while (engine.open().journal().cursorNames().contains("FILE")) {
            EngineTest.pause("the removed sink has not finished");
        }
        engine.close();

        assertThat(refused).isPositive();
        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR006)
                .extracting(Status::message)
                .singleElement()
                .asString()
                .startsWith("events that were dropped: FILE: " + (20_000 - linesOf(file)) + " (")
                .endsWith("budget spent INFO " + refused + ")");
    }

    @Test
    void I3_shouldShowInTheFileOfTheNextStartWhatTheBudgetRefused() throws IOException {
        Path file = blockedFile();
        Engine first = overfilled(Plans.plan(dir)
                .file("FILE", file)
                .with("millrace.journal.budget", "2MB")
                .with("millrace.shutdown.timeout", "100ms")
                .build());
        long refused = first.counters().refused();
        first.close();
        Files.delete(dir.resolve("logs"));

        Engine second = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        awaitLines(file, (int) (20_000 - refused));
        log(second, "a", Levels.INFO, "after the gap");
        second.close();

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).endsWith("INFO a after the gap");
        assertGaps(lines, refused);
        SinkCounters counters = second.counters().sinks().get(0);
        assertThat(counters.accepted()).isEqualTo(20_001);
        assertThat(counters.dropped()).isEqualTo(refused);
        assertThat(counters.pending()).isZero();
    }

    /** As it is when the process is killed, and as other processes see it. */
    @Test
    void I3_shouldKeepWithTheJournalWhatTheBudgetRefusesWhileTheSinkTakesNothing() throws IOException {
        Engine engine = overfilled(Plans.plan(dir)
                .file("FILE", blockedFile())
                .with("millrace.journal.budget", "2MB")
                .with("millrace.shutdown.timeout", "100ms")
                .build());
        long refused = engine.counters().refused();

        int ofInfo = 4 + DropReason.BUDGET.index() * Levels.COUNT + Levels.indexOf(Levels.INFO);
        try (JournalReader reader = JournalReader.open(engine.open().journal().directory())) {
            while (reader.cursors().get(0).counters().get(ofInfo) < refused) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        engine.close();
    }

    /** What the journal holds of its disk is given back only behind batches. */
    @Test
    void I5_shouldWriteInSmallerPiecesWhereTheJournalsDiskHasNoRoomForABatch() throws IOException {
        Path file = blockedFile();
        Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        Path outbox = outboxOf(engine);
        Files.delete(outbox);
        Files.createDirectory(outbox);
        for (int i = 0; i < 5_000; i++) {
            logLong(engine);
        }
        Files.delete(dir.resolve("logs"));

        awaitLines(file, 5_000);
        Files.delete(outbox);
        engine.close();
        assertThat(linesOf(file)).isEqualTo(5_000);
        assertThat(engine.counters().sinks().get(0).dropped()).isZero();
    }

    private static Path outboxOf(Engine engine) throws IOException {
        try (Stream<Path> files = Files.list(engine.open().journal().directory())) {
            return files.filter(each -> each.getFileName().toString().contains("outbox"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Plan hasty(Path file) {
        return Plans.plan(dir)
                .file("FILE", file)
                .with("millrace.shutdown.timeout", "100ms")
                .build();
    }

    @Test
    void shouldFinishAtTheNextStartWhatCouldNotBeWrittenI10() throws IOException {
        Path file = blockedFile();
        Engine first = Bootstrap.start(hasty(file), status);
        for (int i = 0; i < 100; i++) {
            log(first, "a", Levels.INFO, "m" + i);
        }
        first.close();
        assertThat(codes()).contains(StatusCode.MR005);
        Files.delete(dir.resolve("logs"));

        Engine second = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        log(second, "a", Levels.INFO, "second");
        second.close();

        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add("INFO a m" + i);
        }
        expected.add("INFO a second");
        assertThat(Files.readAllLines(file)).containsExactlyElementsOf(expected);
        SinkCounters counters = second.counters().sinks().get(0);
        assertThat(counters.accepted()).isEqualTo(101);
        assertThat(counters.delivered()).isEqualTo(101);
        assertThat(counters.pending()).isZero();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldNotWaitAtTheEndForAFileThatTakesNothing() throws IOException {
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", blockedFile())
                        .with("millrace.shutdown.timeout", "1h")
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "m");

        // Bounded by the patience with a file that fails, not by the hour.
        engine.close();

        assertThat(codes()).contains(StatusCode.MR005);
    }

    @Test
    void I9_shouldHandOnAnInterruptThatComesWhileTheEngineIsClosed() throws Exception {
        Path file = blockedFile();
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", file)
                        .with("millrace.shutdown.timeout", "1h")
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "m");
        FutureTask<Boolean> interrupted = new FutureTask<>(() -> {
            engine.close();
            return Thread.interrupted();
        });
        Thread closing = new Thread(interrupted);
        closing.start();
        while (!engine.isClosing()) {
            EngineTest.pause("it does not close");
        }

        closing.interrupt();
        while (closing.isInterrupted()) {
            EngineTest.pause("nobody looks for the interrupt");
        }
        Files.delete(dir.resolve("logs"));

        assertThat(interrupted.get()).isTrue();
        assertThat(Files.readAllLines(file)).containsExactly("INFO a m");
    }

    @Test
    void shouldTellOfNoEventsWhereNoneWasLoggedToABlockedFile() throws IOException {
        Path file = blockedFile();
        Bootstrap.start(hasty(file), status).close();
        Bootstrap.start(hasty(file), status).close();

        assertThat(codes()).contains(StatusCode.MR301).doesNotContain(StatusCode.MR005);
    }

    @Test
    void shouldNotTellOfWhatWasLoggedAfterASinkWasRemoved() throws IOException {
        Plans other =
                Plans.plan(dir).file("OTHER", dir.resolve("other.log")).with("millrace.shutdown.timeout", "100ms");
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("OTHER", dir.resolve("other.log"))
                        .file("FILE", blockedFile())
                        .with("millrace.shutdown.timeout", "100ms")
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "before");
        engine.reloader().apply(other.build());
        for (int i = 0; i < 9; i++) {
            log(engine, "a", Levels.INFO, "after");
        }
        engine.close();

        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR005)
                .extracting(Status::message)
                .singleElement()
                .asString()
                .startsWith("events that are not written yet: FILE: 1;");
    }

    @Test
    void I10_shouldKeepWhatIsLoggedToABlockedFileWhileTheProgramEnds() throws IOException {
        Path file = blockedFile();
        Path other = dir.resolve("other.log");
        Plans plans = Plans.plan(dir).file("FILE", file).file("OTHER", other);
        Engine first =
                Bootstrap.start(plans.with("millrace.shutdown.timeout", "100ms").build(), status);
        log(first, "a", Levels.INFO, "before");
        new Shutdown(first).close(true);

        log(first, "a", Levels.INFO, "after");

        assertThat(codes()).contains(StatusCode.MR005);
        assertThat(Files.readAllLines(other)).containsExactly("INFO a before", "INFO a after");
        first.close();
        Files.delete(dir.resolve("logs"));
        Bootstrap.start(plans.build(), status).close();
        assertThat(Files.readAllLines(file)).containsExactly("INFO a before", "INFO a after");
        assertThat(Files.readAllLines(other)).containsExactly("INFO a before", "INFO a after");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    /** A machine may be booted before the next start, which then trusts what is sealed only. */
    @Test
    void I10_shouldSealWhatTheEndOfAProgramLeaves() throws IOException {
        Engine engine = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", blockedFile())
                        .with("millrace.shutdown.timeout", "100ms")
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "before");
        Path segment = engine.open().journal().directory().resolve("0.seg");
        assertThat(sealOfTheFirstBlock(segment)).isZero();

        new Shutdown(engine).close(true);

        assertThat(codes()).contains(StatusCode.MR005);
        assertThat(sealOfTheFirstBlock(segment)).isNotZero();
        engine.close();
    }

    private static long sealOfTheFirstBlock(Path segment) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(segment)).getLong(1024);
    }

    @Test
    void shouldTellWhatASinkThatIsGoneHadPending() throws IOException {
        Path file = blockedFile();
        Plans plans = Plans.plan(dir).file("FILE", dir.resolve("other.log"));
        Plan before = Plans.plan(dir)
                .file("FILE", dir.resolve("other.log"))
                .file("GONE", file)
                .with("millrace.shutdown.timeout", "100ms")
                .build();
        Engine first = Bootstrap.start(before, status);
        log(first, "a", Levels.INFO, "m");
        first.close();

        Engine second = Bootstrap.start(plans.build(), status);
        // However short the program lives.
        assertThat(codes()).contains(StatusCode.MR306);
        second.close();

        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR306)
                .singleElement()
                .satisfies(told -> assertThat(told.message()).contains("GONE", "1 events"));
        assertThat(Files.readAllLines(dir.resolve("other.log"))).containsExactly("INFO a m");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    /** What a killed process leaves whose sink GONE, of a blocked file, had a batch on its way; returns its outbox. */
    private Path batchOfASinkThatIsGone(Path file) throws IOException {
        return batchOfASinkThatIsGone(file, "a batch that a kill has left\n");
    }

    private Path batchOfASinkThatIsGone(Path file, String lines) throws IOException {
        Path outbox = outboxOfASinkThatIsGone();
        byte[] batch = lines.getBytes(StandardCharsets.UTF_8);
        Outbox.open(outbox)
                .commit(
                        new OutboxBatch(
                                0, 0, file, 0, 0, 0, batch.length, Totals.of(new long[SinkLedger.TOTALS]), null, null),
                        batch);
        return outbox;
    }

    private Path outboxOfASinkThatIsGone() throws IOException {
        Engine first = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", dir.resolve("other.log"))
                        .file("GONE", blockedFile())
                        .with("millrace.shutdown.timeout", "100ms")
                        .build(),
                status);
        log(first, "a", Levels.INFO, "m");
        Path outbox = first.open().journal().directory().resolve("outbox-GONE");
        first.close();
        return outbox;
    }

    @Test
    void i1ShouldFinishTheLastBatchOfASinkThatIsGoneInAnInterruptedThread() throws IOException {
        Path file = dir.resolve("gone.log");
        Path outbox = batchOfASinkThatIsGone(file);
        Plan without = Plans.plan(dir).file("FILE", dir.resolve("other.log")).build();

        Thread.currentThread().interrupt();
        Engine next = Bootstrap.start(without, status);
        assertThat(Thread.interrupted()).isTrue();
        next.close();

        assertThat(Files.readAllLines(file)).containsExactly("a batch that a kill has left");
        assertThat(outbox).doesNotExist();
        assertThat(codes()).doesNotContain(StatusCode.MR309);
    }

    @Test
    void shouldTellThatTheLastBatchOfASinkThatIsGoneMayBeMissing() throws IOException {
        Path outbox = batchOfASinkThatIsGone(dir.resolve("gone.log"));
        Files.delete(outbox);
        Files.createDirectory(outbox);

        Bootstrap.start(Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status)
                .close();

        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR309)
                .anySatisfy(told -> assertThat(told.message()).contains("GONE", "its last batch may be missing"));
    }

    @Test
    void i1ShouldFinishTheLastBatchOfASinkThatIsGoneWhenAnInterruptedThreadReloads() throws IOException {
        Path file = dir.resolve("logs/app.log");
        batchOfASinkThatIsGone(file);
        Engine next = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);
        Files.delete(dir.resolve("logs"));

        Thread.currentThread().interrupt();
        next.reloader()
                .apply(Plans.plan(dir)
                        .file("FILE", dir.resolve("other.log"), new FilterPlan.Threshold(Levels.WARN))
                        .build());
        assertThat(Thread.interrupted()).isTrue();
        next.close();

        assertThat(Files.readAllLines(file)).containsExactly("a batch that a kill has left");
        assertThat(codes()).doesNotContain(StatusCode.MR309);
    }

    @Test
    void i1ShouldFinishWhatANeighbourHasLeftThoughTheProgramEndsAtOnce() throws IOException {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        neighbour.close();
        owner.close();
        Files.delete(dir.resolve("logs"));

        Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status).close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a of the neighbour");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void i7ShouldTellAMisspelledOptionThoughTheProgramEndsAtOnce() {
        Plan plan = Plans.plan(dir)
                .file("FILE", dir.resolve("app.log"))
                .with("millrace.redact.key", "password")
                .build();

        Bootstrap.start(plan, status).close();

        assertThat(codes()).containsOnlyOnce(StatusCode.MR104);
    }

    /** Two files, of which one takes nothing any more, and a reader that had read what it did not bring out. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void i3ShouldWriteOrCountEachEventOfASinkThatFailsForLong(boolean reloads) throws IOException {
        Path good = dir.resolve("good.log");
        Path bad = dir.resolve("bad.log");
        Path kept = dir.resolve("kept.log");
        Engine engine = Bootstrap.start(beside(bad, "4MB"), status);
        logLong(engine);
        awaitLines(bad, 1);
        Files.move(bad, kept);
        Files.createDirectory(bad);
        int logged = 1;
        // A sink that only lags has nothing left at the end, and its count of what was dropped ends with the journal.
        while (second(engine).dropped() == 0 || !codes().contains(StatusCode.MR301)) {
            logLong(engine);
            logged++;
        }
        if (reloads) {
            engine.reloader().apply(beside(good, "4MB"));
        } else {
            engine.close();
            Files.delete(bad);
            engine = Bootstrap.start(beside(bad, "16MB"), status);
        }
        engine.close();

        assertThat(second(engine).pending()).isZero();
        assertThat(linesOf(kept) + linesOf(good) + linesOf(bad))
                .isEqualTo(logged - second(engine).dropped());
    }

    @Test
    void i3ShouldBalanceWhenWhatAnEarlierProcessLeftIsOverrun() throws IOException {
        Path bad = dir.resolve("bad.log");
        Files.createDirectory(bad);
        Engine first = Bootstrap.start(beside(bad, "4MB"), status);
        for (int i = 0; i < 1_000; i++) {
            logLong(first);
        }
        assertThat(second(first).dropped()).isZero();
        first.close();

        Engine engine = Bootstrap.start(beside(bad, "4MB"), status);
        int logged = 0;
        while (second(engine).dropped() < 2_000) {
            logLong(engine);
            logged++;
        }
        Files.delete(bad);
        engine.close();

        SinkCounters counters = second(engine);
        assertThat(counters.pending()).isZero();
        assertThat(counters.accepted()).isEqualTo(1_000 + logged);
        assertThat(counters.delivered()).isEqualTo(linesOf(bad));
        assertThat(counters.dropped()).isEqualTo(1_000 + logged - linesOf(bad));
    }

    private static SinkCounters second(Engine engine) {
        return engine.counters().sinks().get(1);
    }

    private Plan beside(Path second, String budget) {
        return Plans.plan(dir)
                .file("FIRST", dir.resolve("first.log"))
                .file("SECOND", second)
                .with("millrace.journal.budget", budget)
                .with("millrace.overflow", "block")
                .with("millrace.shutdown.timeout", "1s")
                .build();
    }

    private static long linesOf(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("… ")).count();
        }
    }

    private Path pipe() throws Exception {
        Path pipe = dir.resolve("pipe");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeTrue(mkfifo.waitFor() == 0, "no pipes with names");
        return pipe;
    }

    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldStartAndEndThoughNobodyReadsThePipeThatIsItsFile() throws Exception {
        Path pipe = pipe();
        Engine engine = Bootstrap.start(hasty(pipe), status);
        log(engine, "a", Levels.INFO, "early");
        engine.close();
        assertThat(codes()).contains(StatusCode.MR301, StatusCode.MR005);

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Engine next = Bootstrap.start(hasty(pipe), status);
            log(next, "a", Levels.INFO, "with a reader");
            next.close();
            log(next, "a", Levels.INFO, "late");

            ByteBuffer read = ByteBuffer.allocate(1000);
            while (!text(read).contains("late")) {
                assertThat(reader.read(read)).isPositive();
            }
            assertThat(text(read)).isEqualTo("INFO a early\nINFO a with a reader\nINFO a late\n");
            engine = next;
        }
        log(engine, "a", Levels.INFO, "later, and nobody reads it any more");
        assertThat(codes()).contains(StatusCode.MR308);
    }

    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i10ShouldFinishAtTheNextStartWhatASlowPipeDoesNotTakeInTime() throws Exception {
        Path pipe = pipe();
        try (FileChannel channel = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            SlowReader reader = new SlowReader(channel);
            reader.start();
            Engine engine = overfilled(hasty(pipe));

            engine.close();

            assertThat(codes()).contains(StatusCode.MR005);
            assertThat(engine.counters().sinks().get(0).pending()).isPositive();
            reader.pauseNs = 0;
            Bootstrap.start(Plans.plan(dir).file("FILE", pipe).build(), status).close();
            while (reader.lines < 20_000) {
                EngineTest.pause("only " + reader.lines + " lines are there");
            }
            reader.interrupt();
            reader.join();
            assertThat(reader.lines).isEqualTo(20_000);
        }
    }

    /** Counts the lines of a pipe, which it reads piece by piece with a pause behind each; an interrupt ends it. */
    private static final class SlowReader extends Thread {
        private static final int PIECE_BYTES = 32 << 10;

        private final FileChannel pipe;
        private volatile long pauseNs = 20_000_000;
        private volatile int lines;

        private SlowReader(FileChannel pipe) {
            this.pipe = pipe;
        }

        @Override
        public void run() {
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            try {
                while (pipe.read(piece.clear()) > 0) {
                    int found = 0;
                    for (int i = 0; i < piece.position(); i++) {
                        found += piece.get(i) == '\n' ? 1 : 0;
                    }
                    lines += found;
                    LockSupport.parkNanos(pauseNs);
                }
            } catch (IOException e) {
                // It is interrupted.
            }
        }
    }

    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i1ShouldWriteToItsSuccessorWhatNobodyHasReadFromAPipe() throws Exception {
        Path pipe = pipe();
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(hasty(pipe), status);
        log(engine, "a", Levels.INFO, "before");
        awaitStatus(status, StatusCode.MR301);

        engine.reloader().apply(hasty(file));
        log(engine, "a", Levels.INFO, "after");
        awaitLines(file, 2);
        engine.close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a before", "INFO a after");
    }

    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i1ShouldWriteElsewhereAtTheNextStartWhatNobodyHasReadFromAPipe() throws Exception {
        Path pipe = pipe();
        Path first = dir.resolve("first.log");
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(hastyBeside(first, pipe), status);
        log(engine, "a", Levels.INFO, "before");
        awaitStatus(status, StatusCode.MR301);
        engine.close();

        Engine next = Bootstrap.start(hastyBeside(first, file), status);
        log(next, "a", Levels.INFO, "after");
        awaitLines(file, 2);
        next.close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a before", "INFO a after");
    }

    private Plan hastyBeside(Path first, Path second) {
        return Plans.plan(dir)
                .file("FIRST", first)
                .file("SECOND", second)
                .with("millrace.shutdown.timeout", "1s")
                .build();
    }

    private static String text(ByteBuffer bytes) {
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    @Test
    @Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldNotWaitForWhoReadsThePipeOfASinkThatIsGone() throws Exception {
        Path pipe = pipe();
        Path outbox = batchOfASinkThatIsGone(pipe);
        Engine next = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);
        log(next, "a", Levels.INFO, "next");
        awaitLines(dir.resolve("other.log"), 2);
        next.close();

        // For the next start.
        assertThat(outbox).exists();
        // Lets go on who has opened it in the background.
        FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)
                .close();
    }

    @Test
    void i8ShouldNotWriteForSinksThatAreGoneWhileTheProgramEnds() throws IOException {
        Path file = dir.resolve("logs/app.log");
        Path outbox = batchOfASinkThatIsGone(file);
        Plan without = Plans.plan(dir).file("FILE", dir.resolve("other.log")).build();
        Engine next = Bootstrap.start(without, status);
        Thread recovery = awaitThread("millrace-recovery");
        while (recovery.getState() != Thread.State.TIMED_WAITING) {
            EngineTest.pause("it does not rest: " + recovery.getState());
        }
        Files.delete(dir.resolve("logs"));

        next.close();

        assertThat(outbox).exists();
        assertThat(file).doesNotExist();
        Bootstrap.start(without, status).close();
        assertThat(Files.readAllLines(file)).containsExactly("a batch that a kill has left");
    }

    /** A batch that a kill has left for a sink that is gone, of more than a pipe takes; returns its length in bytes. */
    private int leaveMoreThanAPipeTakes(Path pipe) throws IOException {
        String lines = "x".repeat(1 << 20) + "\n";
        assertThat(batchOfASinkThatIsGone(pipe, lines)).exists();
        return lines.length();
    }

    /** The same, of a sink that has a file for each value; returns its length in bytes. */
    private int leaveMoreThanAPipeTakesOfASiftedOne(Path pipe) throws IOException {
        Outbox outbox = Outbox.open(outboxOfASinkThatIsGone());
        byte[] batch = ("x".repeat(1 << 20) + "\n").getBytes(StandardCharsets.UTF_8);
        outbox.room(batch.length).put(batch);
        outbox.commitParts(
                OutboxBatch.ofParts(0, 0, batch.length, Totals.of(new long[SinkLedger.TOTALS])),
                List.of(new OutboxPart("value", pipe, FileIdentity.NONE, 0, 0, batch.length, null)));
        return batch.length;
    }

    private Plan withASecondFile() {
        return Plans.plan(dir)
                .file("FILE", dir.resolve("other.log"))
                .file("SECOND", dir.resolve("second.log"))
                .build();
    }

    /** Until the recovery has begun to write: then it waits for who reads the rest. */
    private static void awaitFirstByte(FileChannel reader) throws IOException {
        assertThat(reader.read(ByteBuffer.allocate(1))).isEqualTo(1);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldRefuseAReloadWhileAPipeTakesNothingOfWhatAnEarlierProcessLeft() throws Exception {
        Path pipe = pipe();
        int length = leaveMoreThanAPipeTakes(pipe);
        Plans before = Plans.plan(dir).file("FILE", dir.resolve("other.log"));
        Plan after = withASecondFile();

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Engine engine = Bootstrap.start(before.build(), status);
            awaitFirstByte(reader);
            assertThat(engine.reloader().apply(after)).isFalse();
            assertThat(codes()).contains(StatusCode.MR013);

            readAll(reader, length - 1);
            awaitStatus(status, StatusCode.MR306);
            assertThat(engine.reloader().apply(after)).isTrue();
            engine.close();
        }
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldReloadThoughAPipeWouldTakeNothingOfWhatAnEarlierProcessLeft() throws Exception {
        Path pipe = pipe();
        int length = leaveMoreThanAPipeTakes(pipe);
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);

        try (FileChannel reader = reloadWhileNobodyReads(pipe, engine)) {
            finishOwnCursors(engine, reader, length);
            engine.close();
        }
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldReloadThoughAPipeWouldTakeNothingOfWhatASiftedOneLeft() throws Exception {
        Path pipe = pipe();
        int length = leaveMoreThanAPipeTakesOfASiftedOne(pipe);
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);

        try (FileChannel reader = reloadWhileNobodyReads(pipe, engine)) {
            finishOwnCursors(engine, reader, length);
            engine.close();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldStartThoughAPipeTakesNothingOfWhatASiftedOneLeft() throws Exception {
        Path pipe = pipe();
        int length = leaveMoreThanAPipeTakesOfASiftedOne(pipe);

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Engine engine = Bootstrap.start(
                    Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);
            finishOwnCursors(engine, reader, length);
            engine.close();
        }
    }

    /** It waits until the recovery comes to an end, or is interrupted. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldDoNothingForAReloadThatHasWaitedUntilTheEngineEnds(boolean interrupted) throws Exception {
        Path pipe = pipe();
        int length = leaveMoreThanAPipeTakes(pipe);
        Plan after = Plans.plan(dir).file("FILE", dir.resolve("logs/other.log")).build();

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Engine engine = Bootstrap.start(
                    Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);
            awaitFirstByte(reader);
            FutureTask<Boolean> reload =
                    new FutureTask<>(() -> engine.reloader().apply(after));
            Thread thread = new Thread(reload);
            thread.start();
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                EngineTest.pause("it does not wait: " + thread.getState());
            }
            assertThat(engine.reloader().stop()).isFalse();
            if (interrupted) {
                thread.interrupt();
                assertThat(reload.get()).isFalse();
            }
            readAll(reader, length - 1);

            assertThat(reload.get()).isFalse();
            assertThat(codes()).doesNotContain(StatusCode.MR013);
            assertThat(JournalForward.targets(JournalHome.candidates(after, engine.options())
                            .get(0)
                            .home()))
                    .isEmpty();
            engine.close();
        }
    }

    private FileChannel reloadWhileNobodyReads(Path pipe, Engine engine) throws IOException {
        // Or the housekeeper might begin the recovery when somebody has the pipe open.
        synchronized (engine.housekeeper()) {
            FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
            assertThat(engine.reloader().apply(withASecondFile())).isTrue();
            return reader;
        }
    }

    /** What a start or a reload has left, as soon as somebody reads the pipe. */
    private void finishOwnCursors(Engine engine, FileChannel reader, int length) throws Exception {
        FutureTask<Boolean> reading = new FutureTask<>(() -> {
            readAll(reader, length);
            return true;
        });
        new Thread(reading).start();
        // Or the recovery, which may have looked already, and does so again in a minute.
        assertThat(engine.housekeeper().leftovers().finishOwnCursors()).isTrue();
        assertThat(codes()).contains(StatusCode.MR306);
        assertThat(reading.get()).isTrue();
    }

    private static void readAll(FileChannel reader, int length) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(length);
        while (read.hasRemaining()) {
            assertThat(reader.read(read)).isPositive();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void i8ShouldCompressThoughAPipeTakesNothingOfWhatAnEarlierProcessLeft() throws Exception {
        Path pipe = pipe();
        leaveMoreThanAPipeTakes(pipe);
        ArchiveJob job =
                new ArchiveJob(Files.writeString(dir.resolve("rolled"), "a line\n"), ArchiveFormat.GZIP, "rolled");
        Files.writeString(job.mark(), job.entry());

        try (FileChannel reader = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Engine engine = Bootstrap.start(
                    Plans.plan(dir).file("FILE", dir.resolve("other.log")).build(), status);
            awaitFirstByte(reader);
            engine.archives().archivist().compress(job);
            while (!Files.exists(job.archive())) {
                EngineTest.pause("it is not compressed: " + status.list());
            }
            engine.close();
        }
    }

    @Test
    void i8ShouldBeginNoRecoveryWhenTheTimeToEndIsOver() throws IOException {
        Path file = dir.resolve("logs/app.log");
        Path outbox = batchOfASinkThatIsGone(file);
        Path taken = Files.createDirectory(dir.resolve("taken"));
        Engine next = Bootstrap.start(
                Plans.plan(dir)
                        .file("FILE", dir.resolve("other.log"))
                        .file("FAILS", taken)
                        .with("millrace.shutdown.timeout", "1ms")
                        .build(),
                status);
        log(next, "a", Levels.INFO, "next");

        // Or the housekeeper might begin it meanwhile.
        synchronized (next.housekeeper()) {
            Files.delete(dir.resolve("logs"));
            next.close();
        }

        assertThat(outbox).exists();
        assertThat(file).doesNotExist();
    }

    @Test
    void i1ShouldKeepTheJournalUntilTheLastBatchOfASinkThatIsGoneIsOut() throws IOException {
        Path file = dir.resolve("logs/app.log");
        Path outbox = batchOfASinkThatIsGone(file);
        Plan without = Plans.plan(dir).file("FILE", dir.resolve("other.log")).build();

        Bootstrap.start(without, status).close();
        assertThat(outbox).exists();
        Files.delete(dir.resolve("logs"));
        Bootstrap.start(without, status).close();

        assertThat(Files.readAllLines(file)).containsExactly("a batch that a kill has left");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void i1ShouldGlueNothingToALineWhoseRestIsInAJournalThatNobodyOwnsAnyMore() throws IOException {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        Path outbox = neighbour.open().journal().directory().resolve("outbox-FILE");
        neighbour.close();
        log(owner, "a", Levels.INFO, "of the owner");
        owner.close();
        List<String> expected = leaveTorn(file, outbox);

        Engine next = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        log(next, "a", Levels.INFO, "next");
        awaitStatus(status, StatusCode.MR009);
        next.close();

        expected.addAll(List.of("INFO a of the neighbour", "INFO a of the owner", "INFO a next"));
        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void i1ShouldGlueNothingToALineWhoseRestIsInAJournalOfTheIdentityThatAReloadBrings() throws IOException {
        Path file = blockedFile();
        Engine killed = Bootstrap.start(hasty(file), status);
        log(killed, "a", Levels.INFO, "of the killed one");
        Path outbox = killed.open().journal().directory().resolve("outbox-FILE");
        killed.close();
        List<String> expected = leaveTorn(file, outbox);

        Engine other = Bootstrap.start(
                Plans.plan(dir).file("OTHER", dir.resolve("other.log")).build(), status);
        other.reloader().apply(Plans.plan(dir).file("FILE", file).build());
        log(other, "a", Levels.INFO, "other");
        other.close();
        Engine next = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        log(next, "a", Levels.INFO, "next");
        next.close();

        expected.addAll(List.of("INFO a of the killed one", "INFO a other", "INFO a next"));
        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void I1_shouldCompressNoRolledFileBeforeWhatAProcessThatDiedHasWrittenToItIsFound() throws IOException {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        Path outbox = neighbour.open().journal().directory().resolve("outbox-FILE");
        neighbour.close();
        owner.close();
        leaveWrittenYesterday("a line that is not marked as written", file, outbox);
        StatusLog told = new StatusLog();

        Engine next = Bootstrap.start(daily(file), told);
        log(next, "a", Levels.INFO, "next");
        awaitStatus(told, StatusCode.MR009);
        next.close();

        assertThat(linesOfArchives(file)).containsExactly("a line that is not marked as written");
        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder("INFO a of the neighbour", "INFO a next");
        assertThat(told.list()).extracting(Status::code).doesNotContain(StatusCode.MR305, StatusCode.MR323);
    }

    /** A kill came between the last write of a batch and the mark that it is out. */
    private void leaveWrittenYesterday(String line, Path file, Path outbox) throws IOException {
        Files.delete(dir.resolve("logs"));
        Files.createDirectory(dir.resolve("logs"));
        byte[] batch = (line + "\n").getBytes(StandardCharsets.UTF_8);
        Files.write(file, batch);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        OutboxBatch written = new OutboxBatch(
                0, 0, file, FileIdentity.of(file), 0, 0, batch.length, Totals.of(new long[SinkLedger.TOTALS]));
        Outbox.open(outbox).commit(written, batch);
    }

    private static Plan daily(Path file) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(file.getParent() + "/app-"),
                new FileNamePattern.Date("yyyy-MM-dd", null, true),
                new FileNamePattern.Literal(".log")));
        RollPlan roll = new RollPlan.Periodic(file, names, ArchiveFormat.GZIP, RollPeriod.DAY, 0, 0, 0, false);
        return Plans.plan(file.getParent().getParent())
                .sink(new SinkPlan.RollingFileSink(
                        "FILE", Plans.pattern("%level %logger %msg%n"), StandardCharsets.UTF_8, List.of(), roll))
                .build();
    }

    private static List<String> linesOfArchives(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(file.getParent(), "app-*.gz")) {
            for (Path archive : archives) {
                try (InputStream gzip = new GZIPInputStream(Files.newInputStream(archive))) {
                    new String(gzip.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .forEach(lines::add);
                }
            }
        }
        return lines;
    }

    /** Cuts a batch within a line, at a page of the file; its rest is in the outbox. Returns the lines of all of it. */
    private List<String> leaveTorn(Path file, Path outbox) throws IOException {
        Files.delete(dir.resolve("logs"));
        Files.createDirectory(dir.resolve("logs"));
        List<String> lines = IntStream.range(0, 100)
                .mapToObj(i -> i + " of a batch that a kill has cut " + "x".repeat(50))
                .toList();
        byte[] batch = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(batch, 4096));
        OutboxBatch cut = new OutboxBatch(
                0,
                0,
                file,
                FileIdentity.of(file),
                0,
                0,
                batch.length,
                Totals.of(new long[SinkLedger.TOTALS]),
                null,
                null);
        Outbox.open(outbox).commit(cut, batch);
        return new ArrayList<>(lines);
    }

    @Test
    void i1ShouldLeaveTheNoteThatALiveReloadHasLeft() throws IOException {
        Path home = homeOf("app.log");
        Path other = homeOf("other.log");
        JournalForward.put(home, other);

        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);
        engine.reloader()
                .apply(Plans.plan(dir).file("FILE", dir.resolve("other.log")).build());
        awaitNoNote(home);

        assertThat(JournalForward.targets(other)).containsExactly(home.toAbsolutePath());
        engine.close();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldRemoveNotesOfJournalsThatAreFinished() throws IOException {
        Path home = homeOf("app.log");
        Path other = homeOf("other.log");
        JournalForward.put(home, other);
        JournalForward.put(other, home);

        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("app.log")).build(), status);
        awaitNoNote(home);
        engine.close();

        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    private Path homeOf(String file) {
        Engine engine =
                Bootstrap.start(Plans.plan(dir).file("FILE", dir.resolve(file)).build(), status);
        Path home = engine.open().home();
        engine.close();
        return home;
    }

    private static void awaitNoNote(Path home) {
        while (!JournalForward.targets(home).isEmpty()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldFinishTheJournalOfASlotThatNobodyOwnsAnyMore() throws IOException {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        neighbour.close();
        log(owner, "a", Levels.INFO, "of the owner");
        owner.close();
        Files.delete(dir.resolve("logs"));

        Engine next = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        awaitLines(file, 2);
        awaitStatus(status, StatusCode.MR009);
        next.close();

        assertThat(Files.readAllLines(file))
                .containsExactlyInAnyOrder("INFO a of the neighbour", "INFO a of the owner");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void i1ShouldFinishAJournalInTheSameProcessThatCouldNotBeOpenedForAMoment() throws IOException {
        Path file = blockedFile();
        Path texts = leaveOfANeighbour(file).resolve("dictionary");
        Path kept = Files.move(texts, dir.resolve("dictionary"));
        Files.createDirectory(texts);
        Files.delete(dir.resolve("logs"));

        Engine next = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        Thread recovery = awaitThread("millrace-recovery");
        awaitStatus(status, StatusCode.MR010);
        Files.delete(texts);
        Files.move(kept, texts);
        while (recovery.isAlive()) {
            // It looks again after a while, which is not waited for here.
            LockSupport.unpark(recovery);
            EngineTest.pause("the journal is not finished: " + status.list());
        }
        next.close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a of the neighbour");
    }

    /** The journal of a process that died beside another; returns its directory. */
    private Path leaveOfANeighbour(Path file) throws IOException {
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        Path journal = neighbour.open().journal().directory();
        neighbour.close();
        owner.close();
        return journal;
    }

    @Test
    void I8_shouldGoOnWithOtherJournalsAndArchivesWhenTheSinkOfALeftoverJournalFails() throws IOException {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        List<Engine> neighbours = List.of(Bootstrap.start(hasty(file), status), Bootstrap.start(hasty(file), status));
        for (Engine neighbour : neighbours) {
            log(neighbour, "a", Levels.INFO, "of a neighbour");
            neighbour.close();
        }
        owner.close();

        Engine next = Bootstrap.start(withARollingFile(file), status);
        Thread recovery = awaitThread("millrace-recovery");
        log(next, "a", Levels.INFO, "to be archived");
        while (rolled().stream().noneMatch(name -> name.endsWith(".gz"))) {
            EngineTest.pause("nothing is compressed: " + rolled());
        }
        Files.delete(dir.resolve("logs"));
        while (recovery.isAlive()) {
            // It looks again after a while, which is not waited for here.
            LockSupport.unpark(recovery);
            EngineTest.pause("the journals are not finished: " + status.list());
        }
        awaitLines(file, 3);
        next.close();

        assertThat(Files.readAllLines(file))
                .containsExactlyInAnyOrder("INFO a of a neighbour", "INFO a of a neighbour", "INFO a to be archived");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    private Plan withARollingFile(Path file) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/rolled/app-"),
                new FileNamePattern.Date("yyyy-MM-dd_HH-mm-ss", null, true),
                new FileNamePattern.Literal(".log")));
        RollPlan roll = new RollPlan.Periodic(
                dir.resolve("rolled/app.log"), names, ArchiveFormat.GZIP, RollPeriod.SECOND, 0, 0, 0, false);
        return Plans.plan(dir)
                .file("FILE", file)
                .sink(new SinkPlan.RollingFileSink(
                        "ROLL", Plans.pattern("%msg%n"), StandardCharsets.UTF_8, List.of(), roll))
                .build();
    }

    private static Thread awaitThread(String name) {
        while (true) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals(name)) {
                    return thread;
                }
            }
            EngineTest.pause("no thread " + name);
        }
    }

    private List<String> rolled() {
        String[] names = dir.resolve("rolled").toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    @Test
    void I10_shouldGoOnWithTheJournalOfAnotherProcessWhileItsOwnSinksDrainAtTheEnd() throws Exception {
        Path file = blockedFile();
        Engine owner = Bootstrap.start(hasty(file), status);
        Engine neighbour = Bootstrap.start(hasty(file), status);
        log(neighbour, "a", Levels.INFO, "of the neighbour");
        neighbour.close();
        owner.close();
        Files.delete(dir.resolve("logs"));
        // It can be opened, and takes nothing.
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no " + full);
        Path blocked = Files.createSymbolicLink(dir.resolve("blocked.log"), full);
        Plan plan = Plans.plan(dir)
                .file("FILE", file)
                .file("BLOCKED", blocked, new FilterPlan.Threshold(Levels.WARN))
                .with("millrace.shutdown.timeout", "1h")
                .build();

        Engine next = Bootstrap.start(plan, status);
        log(next, "a", Levels.WARN, "at the end");
        Thread closing = new Thread(next::close);
        closing.start();
        awaitStatus(status, StatusCode.MR009);
        Files.delete(blocked);
        closing.join();

        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder("INFO a of the neighbour", "WARN a at the end");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void I10_shouldFinishTheJournalOfAStartThatCouldNotUseTheLogDirectory() throws IOException {
        String temporary = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", dir.resolve("tmp").toString());
        try {
            Path file = blockedFile();
            Engine first = Bootstrap.start(
                    new Plans()
                            .file("FILE", file)
                            .with("millrace.shutdown.timeout", "100ms")
                            .build(),
                    status);
            log(first, "a", Levels.INFO, "before the repair");
            first.close();
            Files.delete(dir.resolve("logs"));

            Engine next = Bootstrap.start(new Plans().file("FILE", file).build(), status);
            assertThat(next.open().home()).startsWith(dir.resolve("logs"));
            awaitStatus(status, StatusCode.MR009);
            next.close();

            assertThat(Files.readAllLines(file)).containsExactly("INFO a before the repair");
            assertThat(dir.resolve("tmp").resolve(".millrace")).doesNotExist();
        } finally {
            System.setProperty("java.io.tmpdir", temporary);
        }
    }

    @Test
    void I10_shouldFinishTheJournalBesideTheFileWhenItGotADirectoryOfItsOwn() throws IOException {
        Path file = dir.resolve("app.log");
        Files.createDirectory(file);
        Engine first = Bootstrap.start(
                new Plans()
                        .file("FILE", file)
                        .with("millrace.shutdown.timeout", "100ms")
                        .build(),
                status);
        log(first, "a", Levels.INFO, "before the move");
        first.close();
        Files.delete(file);

        Engine next = Bootstrap.start(
                Plans.plan(dir.resolve("journals")).file("FILE", file).build(), status);
        awaitStatus(status, StatusCode.MR009);
        next.close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a before the move");
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }

    @Test
    void shouldPrintInOrderWithTheProgramsOwnOutput() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try (Engine engine =
                Bootstrap.start(Plans.plan(dir).console("OUT", false).build(), status)) {
            for (int i = 0; i < 10; i++) {
                System.out.print("p" + i + "|");
                log(engine, "a", Levels.INFO, "m" + i);
            }
        }

        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            expected.append("p").append(i).append("|INFO a m").append(i).append(System.lineSeparator());
        }
        assertThat(captured.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    @Test
    void shouldNotHangWhenTheReplacedStreamLogsI9() {
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        Engine[] engine = new Engine[1];
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8) {
            private int depth;

            @Override
            public void write(byte[] bytes, int offset, int length) {
                super.write(bytes, offset, length);
                if (depth++ < 3) {
                    log(engine[0], "a", Levels.INFO, "from within " + depth);
                }
            }
        });
        engine[0] = Bootstrap.start(Plans.plan(dir).console("OUT", false).build(), status);
        log(engine[0], "a", Levels.INFO, "outer");
        log(engine[0], "a", Levels.INFO, "next");
        engine[0].close();

        // As in Logback, an appender does not take what its own writing has logged.
        assertThat(captured.toString(StandardCharsets.UTF_8).split("\\R"))
                .containsExactly("INFO a outer", "INFO a next");
        SinkCounters counters = engine[0].counters().sinks().get(0);
        assertThat(counters.filtered()).isEqualTo(2);
        assertThat(counters.pending()).isZero();
    }

    @Test
    void shouldSkipWhatCannotBeRenderedAndGoOnI9() throws IOException {
        Path file = dir.resolve("app.log");
        try (Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status)) {
            Object hostile = new Object() {
                @Override
                public String toString() {
                    throw new IllegalStateException("hostile");
                }
            };
            engine.log(engine.logger("a"), Levels.INFO, "value {}", 1, hostile, null, null, null, null, null);
            log(engine, "a", Levels.INFO, "next");
        }

        assertThat(Files.readAllLines(file)).hasSize(2).endsWith("INFO a next");
    }

    @Test
    void shouldSurviveStackOverflowsAtEveryDepthI9() throws Exception {
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(
                Plans.plan(dir).file("FILE", file).with("millrace.sync", "true").build(), status);
        LoggerNode node = engine.logger("a");
        Thread thread = new Thread(null, () -> deepen(engine, node, 0), "deep", 256 << 10);
        thread.start();
        thread.join();
        log(engine, "a", Levels.INFO, "alive");
        engine.close();

        assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("…")))
                .endsWith("INFO a alive");
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.pending()).isZero();
        assertThat(Files.readAllLines(file).stream().filter(line -> !line.startsWith("…")))
                .hasSize((int) counters.delivered());
        assertThat(codes()).doesNotContain(StatusCode.MR205);
    }

    private static void deepen(Engine engine, LoggerNode node, int depth) {
        engine.log(node, Levels.INFO, "depth {}", 1, depth, null, null, null, null, null);
        try {
            deepen(engine, node, depth + 1);
        } catch (StackOverflowError e) {
            // the frames above: the next lower one goes on
        }
    }

    @Test
    void shouldCloseOnceAndFromSeveralThreads() throws Exception {
        Path file = dir.resolve("app.log");
        Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
        log(engine, "a", Levels.INFO, "x");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(engine::close);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        engine.close();

        assertThat(Files.readAllLines(file)).containsExactly("INFO a x");
    }

    @Test
    void shouldLoseNothingThatIsLoggedWhileClosingI10() throws Exception {
        for (int round = 0; round < 10; round++) {
            Path file = dir.resolve("app-" + round + ".log");
            Engine engine = Bootstrap.start(Plans.plan(dir).file("FILE", file).build(), status);
            List<Thread> threads = new ArrayList<>();
            CountDownLatch running = new CountDownLatch(3);
            for (int t = 0; t < 3; t++) {
                String logger = "t" + t;
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 3000; i++) {
                        log(engine, logger, Levels.INFO, "m" + i);
                        if (i == 500) {
                            running.countDown();
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            running.await();
            engine.close();
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(Files.readAllLines(file)).doesNotHaveDuplicates().hasSize(9000);
            assertThat(engine.counters().sinks().get(0).pending()).isZero();
        }
    }
}
