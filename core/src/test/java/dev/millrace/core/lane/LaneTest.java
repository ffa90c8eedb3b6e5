package dev.millrace.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.EventsBefore;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.CollectingSink;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.HeapShortage;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LaneTest {
    private final StatusLog status = new StatusLog();
    private final Journal journal =
            Journal.inMemory(new JournalOptions(JournalOptions.MIN_BUDGET_BYTES, 0, false, false, new Deaf()));
    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 64 << 10);
    private final Collected sink = new Collected();

    @AfterEach
    void close() {
        journal.close(true);
    }

    @Test
    void i1ShouldRenderAnEventAgainThatMetAFullHeap() {
        Lane lane = lane(new Starving("two", 3));

        log("one");
        log("two");
        log("three");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(sink.text).hasToString("one;two;three;");
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR308);
    }

    @Test
    void i3ShouldCountALateEventThatMetAFullHeapBeforeItWasRendered() {
        LaneParts parts = parts(
                new Starving("", 0),
                new FilterChain(List.of()),
                Integer.MAX_VALUE,
                new CallCounters(journal),
                tree -> new SinkRoute(tree, 0) {
                    @Override
                    public int copiesOf(LogEvent event) {
                        throw new OutOfMemoryError("wanted");
                    }
                });
        EventEncoder encoder =
                capture.encode(0, "logger", Levels.WARN, 0, "late", 0, null, null, null, null, null, null);

        assertThat(new Lane(parts).writeLate(encoder.bytes(), encoder.length(), 0))
                .isTrue();

        assertThat(parts.ledger().dropped(DropReason.FAILED, Levels.indexOf(Levels.WARN)))
                .isEqualTo(1);
        assertThat(parts.ledger().read().pending()).isZero();
        capture.release(encoder);
    }

    @Test
    void shouldGoOnBehindAnEventThatFillsTheHeapEveryTime() {
        Lane lane = lane(new Starving("two", Integer.MAX_VALUE));

        log("one");
        log("two");
        log("three");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(sink.text).hasToString("one;three;");
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR308);
    }

    @Test
    void i1ShouldKeepAnEventWhoseClassesCannotBeLoaded() {
        Lane lane = lane(new Starving("two", HeapShortage.MAX_ATTEMPTS * 2, new NoClassDefFoundError("wanted")));

        log("one");
        log("two");
        log("three");
        for (int i = 0; i < HeapShortage.MAX_ATTEMPTS * 2; i++) {
            lane.step();
        }

        assertThat(sink.text).hasToString("one;");
        assertThat(lane.isDrained()).isFalse();
        while (!lane.isDrained()) {
            lane.step();
        }
        assertThat(sink.text).hasToString("one;two;three;");
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR008);
    }

    @Test
    void shouldNotTellOfAStepThatMetAFullHeapForAMoment() {
        Lane lane = lane(new Starving("", 0));
        sink.starvedCommits = HeapShortage.MAX_ATTEMPTS;

        log("one");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(sink.text).hasToString("one;");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldTellOfAStepThatMeetsAFullHeapAgainAndAgain() {
        Lane lane = lane(new Starving("", 0));
        sink.starvedCommits = HeapShortage.MAX_ATTEMPTS + 1;

        log("one");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(sink.text).hasToString("one;");
        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR008);
    }

    @Test
    void shouldShowAllThatASinkHasRefusedOnceItTakesLinesAgain() {
        Lane lane = lane(new Starving("", 0));
        sink.refusals = 3;

        for (String message : List.of("one", "two", "three", "four", "five")) {
            log(message);
            while (!lane.isDrained()) {
                lane.step();
            }
        }

        assertThat(sink.text.toString().lines())
                .containsExactly("… 3 events dropped here (" + DropReason.FAILED.text() + "): INFO 3", "four;five;");
    }

    /** A process that ends before that leaves the line to the next one. */
    @Test
    void i3ShouldBookAsShownWhatAGapLineSaysOnceItIsCommitted() {
        LaneParts parts = parts(new Starving("", 0));
        SinkLedger ledger = parts.ledger();
        GapLine gap = new GapLine(ledger);
        gap.filters(parts.filters(), parts.route());
        SinkLedger.bookOverrun(parts.cursor(), Levels.INFO);
        Utf8Buffer out = new Utf8Buffer(64);

        gap.notice(0, 0);
        assertThat(gap.isDueBefore(0)).isTrue();
        gap.append(out, "\n", null);
        assertThat(ledger.unshown()).isEqualTo(1);
        gap.notice(0, 0);
        assertThat(gap.isDueBefore(0)).isFalse();
        SinkLedger.bookOverrun(parts.cursor(), Levels.INFO);
        gap.notice(0, 0);
        gap.append(out, "\n", null);
        gap.committed();
        assertThat(ledger.unshown()).isZero();
        gap.takeBack(0);
        gap.settled();
        assertThat(ledger.unshown()).isEqualTo(2);
        assertThat(new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8))
                .isEqualTo("\u2026 1 event dropped here (sink lagged behind): INFO 1\n".repeat(2));
    }

    @Test
    void shouldNotCountAsDroppedWhatIsOutOfABatchThatIsRefused() {
        Lane lane = lane(new Starving("", 0));
        sink.refusals = 1;
        sink.bytesOut = "one\n;two\n;".length();
        for (String message : List.of("one\n", "two\n", "three\n", "four\n", "five\n")) {
            log(message);
        }
        while (!lane.isDrained()) {
            lane.step();
        }
        log("six");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(sink.text.toString().lines())
                .containsExactly("… 3 events dropped here (" + DropReason.FAILED.text() + "): INFO 3", "six;");
    }

    @Test
    void i1ShouldShowAGapAndTheEventBehindItThoughTheHeapIsFullForAMoment() {
        CallCounters calls = new CallCounters(journal);
        int[] shortages = {HeapShortage.MAX_ATTEMPTS};
        Lane lane = new Lane(
                parts(
                        new Starving("", 0),
                        new FilterChain(List.of()),
                        Integer.MAX_VALUE,
                        calls,
                        tree -> new SinkRoute(tree, 0) {
                            @Override
                            public boolean mayLead(int level) {
                                if (shortages[0]-- > 0) {
                                    throw new OutOfMemoryError("wanted");
                                }
                                return super.mayLead(level);
                            }
                        }),
                0,
                0);
        calls.countRefused(DropReason.CAPTURE, Levels.INFO);
        log("one");
        stepToTheEnd(lane);
        log("two");
        log("three");
        stepToTheEnd(lane);

        assertThat(sink.text.toString().lines())
                .containsExactly(
                        "one;… 1 event dropped here (" + DropReason.CAPTURE.text() + "): INFO 1", "two;three;");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void i1ShouldShowAGapInTheCharsetOfItsSinkThoughTheHeapIsFullForAMoment() {
        CallCounters calls = new CallCounters(journal);
        Scarce charset = new Scarce();
        Lane lane = new Lane(
                parts(
                        new Starving("", 0),
                        new FilterChain(List.of()),
                        Integer.MAX_VALUE,
                        calls,
                        tree -> new SinkRoute(tree, 0),
                        charset),
                0,
                0);
        calls.countRefused(DropReason.CAPTURE, Levels.INFO);
        log("one");
        stepToTheEnd(lane);
        charset.shortages = HeapShortage.MAX_ATTEMPTS;
        log("two");
        stepToTheEnd(lane);

        assertThat(sink.text)
                .hasToString("one;? 1 event dropped here (" + DropReason.CAPTURE.text() + "): INFO 1"
                        + System.lineSeparator() + "two;");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldBoundTheWritesOfASinkThatComesWhenTheProgramEnds() {
        LaneParts parts = parts(new Starving("", 0));
        Lane lane = new Lane(parts, 0, 0);
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 0);
        Collected next = new Collected();
        lane.announce(new LaneSwitch(point, parts, () -> next, () -> true));
        point.fix(journal.tailPosition(), 0);

        lane.boundWrites();
        log("one");
        while (!lane.isDrained()) {
            lane.step();
        }

        assertThat(next.text).hasToString("one;");
        assertThat(sink.bounded).isTrue();
        assertThat(next.bounded).isTrue();
    }

    @Test
    void i3ShouldNotCountAsLostWhatASuccessorHasTakenOver() {
        CallCounters calls = new CallCounters(journal);
        LaneParts parts = parts(
                new Starving("", 0),
                new FilterChain(List.of()),
                Integer.MAX_VALUE,
                calls,
                tree -> new SinkRoute(tree, 0));
        Lane lane = new Lane(parts, 0, 0);
        Cursor ahead = journal.cursor("ahead");
        Collected next = new Collected();
        sink.broken = true;
        next.broken = true;
        log("one");
        calls.countAccepted(0);
        lane.step();
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 1);
        lane.announce(new LaneSwitch(point, parts, () -> next, () -> true));
        point.fix(journal.tailPosition(), 1);
        lane.step();

        String text = "x".repeat(10_000);
        ReadBatch read = new ReadBatch(64 << 10);
        while (parts.ledger().dropped(DropReason.LAGGED, Levels.indexOf(Levels.INFO)) == 0) {
            if (log(text, Levels.INFO) >= 0) {
                calls.countAccepted(0);
            }
            while (ahead.fill(read)) {
                ahead.release(read.endPosition());
            }
        }
        next.broken = false;
        stepToTheEnd(lane);

        assertThat(next.text).startsWith("one;");
        assertThat(parts.ledger().read().pending()).isZero();
    }

    @Test
    void shouldGiveASuccessorNothingOfThePauseInWhichItTakesThePlace() {
        LaneParts parts = parts(new Starving("", 0), new FilterChain(List.of()), 64);
        Lane lane = new Lane(parts, 0, 0);
        log("before");
        stepToTheEnd(lane);
        announce(lane, 1, null, null);
        List.of("one", "two", "three").forEach(this::log);
        Collected next = new Collected();
        announce(lane, 2, parts, next);
        log("behind");

        sink.broken = true;
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString("before;");
        assertThat(next.text).hasToString("behind;");
        assertThat(parts.ledger().read().filtered()).isEqualTo(3);
        assertThat(lane.passedGeneration()).isEqualTo(2);
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldGiveASuccessorNothingOfThePauseBehindWhatAnEarlierProcessLeft() {
        LaneParts parts = parts(new Starving("", 0), new FilterChain(List.of()), 64);
        log("left");
        long start = journal.tailPosition();
        List.of("one", "two", "three").forEach(this::log);
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 3);
        Lane lane = Lane.joining(ofAProcessFrom(start, parts), point, () -> true);
        point.fix(journal.tailPosition(), 3);
        log("behind");
        Collected next = new Collected();
        announce(lane, 2, parts, next);
        log("last");
        lane.step();

        sink.broken = true;
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString("left;");
        assertThat(next.text).hasToString("behind;last;");
    }

    @Test
    void shouldMakeTheSuccessorThatTakesThePlaceInThePauseOnce() {
        LaneParts parts = parts(new Starving("", 0));
        Lane lane = new Lane(parts, 0, 0);
        stepToTheEnd(lane);
        announce(lane, 1, null, null);
        log("of the pause");
        List<Collected> made = new ArrayList<>();
        announce(lane, 2, parts, () -> made(made), () -> true);
        log("behind");

        sink.broken = true;
        stepToTheEnd(lane);

        assertThat(made).singleElement().satisfies(next -> assertThat(next.text).hasToString("behind;"));
    }

    private static Collected made(List<Collected> all) {
        Collected next = new Collected();
        all.add(next);
        return next;
    }

    @Test
    void i8ShouldGoOnWithTheSinkThatHasTakenThePlaceInThePauseOfOneThatWouldWait() {
        LaneParts parts = parts(new Starving("", 0));
        Lane lane = new Lane(parts, 0, 0);
        stepToTheEnd(lane);
        announce(lane, 1, null, null);
        log("of the pause");
        Collected waiting = new Collected();
        announce(lane, 2, parts, () -> waiting, new Turn() {
            @Override
            public boolean hasCome() {
                return false;
            }

            @Override
            public boolean isBlocked() {
                return true;
            }
        });
        Collected next = new Collected();
        announce(lane, 3, parts, next);
        log("behind");

        sink.broken = true;
        for (int i = 0; i < 100 && !lane.isDrained(); i++) {
            lane.step();
        }

        assertThat(lane.isDrained()).isTrue();
        assertThat(waiting.text).isEmpty();
        assertThat(next.text).hasToString("behind;");
        assertThat(lane.passedGeneration()).isEqualTo(3);
    }

    private void announce(Lane lane, int generation, LaneParts parts, LaneSink next) {
        announce(lane, generation, parts, next == null ? null : () -> next, () -> true);
    }

    private void announce(Lane lane, int generation, LaneParts parts, Supplier<LaneSink> sink, Turn turn) {
        SwitchPoint point = new SwitchPoint(generation, journal.tailPosition(), 0);
        lane.announce(new LaneSwitch(point, parts, sink, turn));
        point.fix(journal.tailPosition(), 0);
    }

    @Test
    void shouldMakeBatchesOfTheSizeThatASwitchGives() {
        Lane lane = lane(new Starving("", 0));
        List.of("one", "two", "three").forEach(this::log);
        stepToTheEnd(lane);
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 3);
        LaneParts smaller = parts(new Starving("", 0), new FilterChain(List.of()), 64);
        lane.announce(new LaneSwitch(point, smaller, null, null));
        point.fix(journal.tailPosition(), 3);

        List.of("four", "five", "six").forEach(this::log);
        stepToTheEnd(lane);

        assertThat(sink.batches).containsExactly("one;two;three;", "four;", "five;", "six;");
    }

    @Test
    void shouldLookLessOftenWhileNothingIsForItsSink() {
        Lane lane = new Lane(
                parts(new Starving("", 0), new FilterChain(List.of(new FilterPlan.Threshold(Levels.WARN)))), 0, 0);
        List<Long> lulls = new ArrayList<>();

        for (int i = 0; i < 4; i++) {
            log("denied");
            stepToTheEnd(lane);
            lulls.add(TimeUnit.NANOSECONDS.toMillis(lane.lullNs));
        }

        assertThat(lulls).containsExactly(2L, 4L, 5L, 5L);
    }

    @Test
    void shouldLookOftenAgainAsSoonAsSomethingIsForItsSink() {
        Lane lane = new Lane(
                parts(new Starving("", 0), new FilterChain(List.of(new FilterPlan.Threshold(Levels.WARN)))), 0, 0);
        log("denied");
        stepToTheEnd(lane);

        log("taken", Levels.WARN);
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString("taken;");
        assertThat(lane.lullNs).isZero();
    }

    @Test
    void i3ShouldCountWhatItPassesOver() {
        FilterChain warnings = new FilterChain(List.of(new FilterPlan.Threshold(Levels.WARN)));
        LaneParts parts = parts(new Starving("", 0), warnings, 4096);
        Lane lane = new Lane(parts, 0, 0);
        Random random = new Random(20_261_124);
        StringBuilder expected = new StringBuilder();
        int taken = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean takes = random.nextInt(5) == 0;
            if (takes) {
                taken++;
                expected.append(i).append(';');
            }
            log(Integer.toString(i), takes ? Levels.WARN : Levels.DEBUG);
            if (random.nextInt(50) == 0) {
                stepToTheEnd(lane);
                assertThat(parts.ledger().eventsSoFar().getAsLong()).isEqualTo(i + 1);
            }
        }
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString(expected.toString());
        assertThat(parts.ledger().read().delivered()).isEqualTo(taken);
        assertThat(parts.ledger().read().filtered()).isEqualTo(20_000 - taken);
    }

    @Test
    void shouldPassOverNothingBehindASwitchThatTakesIt() {
        FilterChain warnings = new FilterChain(List.of(new FilterPlan.Threshold(Levels.WARN)));
        Lane lane = new Lane(parts(new Starving("", 0), warnings), 0, 0);
        for (int i = 0; i < 10; i++) {
            log("denied");
        }
        stepToTheEnd(lane);
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 10);
        lane.announce(new LaneSwitch(point, parts(new Starving("", 0)), null, null));
        log("denied, too");
        long end = journal.tailPosition();
        log("behind");
        lane.step();
        point.fix(end, 11);
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString("behind;");
    }

    /** The reload that adds it may be without a processor in this moment. */
    @Test
    void shouldWaitForTheReloadThatSaysWhereItBegins() throws Exception {
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 0);
        Lane lane = Lane.joining(parts(new Starving("", 0)), point, () -> true);
        long end = journal.tailPosition();
        log("behind");
        CountDownLatch calling = new CountDownLatch(1);
        CompletableFuture<Boolean> written = CompletableFuture.supplyAsync(() -> {
            calling.countDown();
            return lane.drive(journal.tailPosition() - 1, Long.MAX_VALUE / 2);
        });
        calling.await();
        for (int i = 0; i < 10_000 && !written.isDone(); i++) {
            Thread.yield();
        }
        point.fix(end, 0);

        assertThat(written.get()).isTrue();
        assertThat(sink.text).hasToString("behind;");
    }

    @Test
    void i1ShouldWriteWhatAnEarlierProcessLeftThoughSomebodyHadBegunToCountIt() {
        LaneParts parts = parts(new Starving("", 0));
        Cursor cursor = parts.cursor();
        log("left");
        long start = journal.tailPosition();
        log("without the sink");
        ReadBatch counted = new ReadBatch(64 << 10);
        assertThat(cursor.fill(counted)).isTrue();
        assertThat(cursor.keeps(counted.endPosition())).isTrue();
        cursor.kept(true);

        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 1);
        Lane lane = Lane.joining(ofAProcessFrom(start, parts), point, () -> true);
        point.fix(journal.tailPosition(), 1);
        log("behind");
        stepToTheEnd(lane);

        assertThat(sink.text).hasToString("left;behind;");
    }

    @Test
    void i1ShouldLeaveToOthersWhatACallerWaitsToWriteWhenItIsClosed() {
        Lane lane = lane(new Starving("", 0));
        log("one");

        boolean closed = lane.close(true);
        boolean written = lane.drive(journal.tailPosition() - 1, Long.MAX_VALUE / 2);

        assertThat(closed).isTrue();
        assertThat(written).isFalse();
        assertThat(sink.text).isEmpty();
        assertThat(lane.isFailing()).isTrue();
    }

    @Test
    void i10ShouldWriteWhatACallerDrivesBehindItsEnd() {
        Lane lane = lane(new Starving("", 0));
        stepToTheEnd(lane);

        lane.close(false);
        log("one");

        assertThat(lane.drive(journal.tailPosition() - 1, 0)).isTrue();
        assertThat(sink.text).hasToString("one;");
    }

    @Test
    void i10ShouldDriveNoLongerThanItMayOnceWritesAreBounded() {
        Lane lane = new Lane(parts(new Starving("", 0), new FilterChain(List.of()), 64), 0, 0);
        List.of("one", "two", "three").forEach(this::log);
        lane.boundWrites();

        boolean written = lane.drive(journal.tailPosition() - 1, 0);

        assertThat(written).isFalse();
        assertThat(sink.text).hasToString("one;");
        assertThat(lane.drive(journal.tailPosition() - 1, Long.MAX_VALUE / 2)).isTrue();
        assertThat(sink.text).hasToString("one;two;three;");
    }

    @Test
    void shouldDriveAsFarAsItIsAskedToBeforeWritesAreBounded() {
        Lane lane = new Lane(parts(new Starving("", 0), new FilterChain(List.of()), 64), 0, 0);
        List.of("one", "two", "three").forEach(this::log);

        assertThat(lane.drive(journal.tailPosition() - 1, 0)).isTrue();
        assertThat(sink.text).hasToString("one;two;three;");
    }

    @Test
    void shouldLeaveAnEchoOutAlsoWhereItIsReadAgain() {
        LaneParts parts = parts(new Starving("", 0));
        RecordRenderer renderer = new RecordRenderer(parts, new GapLine(parts.ledger()));
        log("before");
        log("echo");
        log("after");
        ReadBatch batch = new ReadBatch(64 << 10);
        assertThat(parts.cursor().fill(batch)).isTrue();
        RenderedBatch to = new RenderedBatch();
        for (int round = 0; round < 2; round++) {
            batch.rewind();
            for (int i = 0; batch.next(); i++) {
                if (round == 0 && i == 1) {
                    renderer.leaveOutEcho(batch.position());
                }
                assertThat(renderer.take(batch, to)).isTrue();
            }
            assertThat(new String(to.out().bytes(), 0, to.out().length(), StandardCharsets.UTF_8))
                    .isEqualTo("before;after;");
            renderer.forgets();
            to.clear();
        }

        renderer.dealtWith(batch.endPosition());
        assertThat(renderer.hasEchoBefore(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void i5ShouldTellOnceOfEachEventThatItLeavesOutThoughItReadsItAgain() {
        LaneParts parts = parts(new Starving("", 0));
        sink.takesLeftovers = false;
        log("of an earlier process");
        log("another");
        long start = journal.tailPosition();
        RecordRenderer renderer = new RecordRenderer(ofAProcessFrom(start, parts), new GapLine(parts.ledger()));
        log("of this one");
        ReadBatch batch = new ReadBatch(64 << 10);
        assertThat(parts.cursor().fill(batch)).isTrue();
        RenderedBatch to = new RenderedBatch();
        for (int round = 0; round < 2; round++) {
            renderer.forgets();
            to.clear();
            batch.rewind();
            while (batch.next()) {
                assertThat(renderer.take(batch, to)).isTrue();
            }
        }
        renderer.dealtWith(batch.endPosition());

        assertThat(status.list())
                .filteredOn(told -> told.code() == StatusCode.MR307)
                .singleElement()
                .satisfies(told -> assertThat(told.message()).contains("2 events"));
    }

    /** Else each of its batches looked as if a line about them came before its events. */
    @Test
    void shouldHaveNothingToShowOfWhatWasRefusedBeforeASinkWasAdded() {
        CallCounters calls = new CallCounters(journal);
        calls.countRefused(DropReason.BUDGET, Levels.INFO);

        SinkLedger ledger = SinkLedger.joining(journal.cursor("ADDED"), calls, new EventsBefore(1));
        assertThat(ledger.unshown()).isZero();

        calls.countRefused(DropReason.DISK, Levels.INFO);
        assertThat(ledger.unshown()).isOne();
        ledger.foldRefusals();
        assertThat(ledger.unshown()).isOne();
    }

    private LaneParts ofAProcessFrom(long start, LaneParts parts) {
        return new LaneParts(
                journal,
                parts.cursor(),
                dictionary,
                parts.route(),
                parts.filters(),
                parts.layout(),
                parts.charset(),
                sink,
                parts.ledger(),
                status,
                start,
                parts.mostBatchBytes());
    }

    private static void stepToTheEnd(Lane lane) {
        while (!lane.isDrained()) {
            lane.step();
        }
    }

    private Lane lane(Layout layout) {
        return new Lane(parts(layout), 0, 0);
    }

    private LaneParts parts(Layout layout) {
        return parts(layout, new FilterChain(List.of()));
    }

    private LaneParts parts(Layout layout, FilterChain filters) {
        return parts(layout, filters, Integer.MAX_VALUE);
    }

    private LaneParts parts(Layout layout, FilterChain filters, int mostBatchBytes) {
        return parts(layout, filters, mostBatchBytes, new CallCounters(journal), tree -> new SinkRoute(tree, 0));
    }

    private LaneParts parts(
            Layout layout,
            FilterChain filters,
            int mostBatchBytes,
            CallCounters calls,
            Function<LoggerTree, SinkRoute> route) {
        return parts(layout, filters, mostBatchBytes, calls, route, StandardCharsets.UTF_8);
    }

    private LaneParts parts(
            Layout layout,
            FilterChain filters,
            int mostBatchBytes,
            CallCounters calls,
            Function<LoggerTree, SinkRoute> route,
            Charset charset) {
        Cursor cursor = journal.cursor("S");
        SinkPlan plan = new SinkPlan.ConsoleSink(
                "S", new LayoutPlan.Pattern("%m", "test"), StandardCharsets.UTF_8, List.of(), false);
        LoggerTree tree = new LoggerTree(
                new Plan(
                        "test",
                        "test",
                        new LoggerPlan(LoggerTree.ROOT, Levels.TRACE, true, List.of("S")),
                        List.of(),
                        List.of(plan),
                        Map.of(),
                        Plan.OverflowWish.NONE,
                        true,
                        false),
                status);
        return new LaneParts(
                journal,
                cursor,
                dictionary,
                route.apply(tree),
                filters,
                layout,
                charset,
                sink,
                new SinkLedger(cursor, calls),
                status,
                0,
                mostBatchBytes);
    }

    private void log(String message) {
        long ignored = log(message, Levels.INFO);
    }

    private long log(String message, int level) {
        EventEncoder event = capture.encode(0, "logger", level, 0, message, 0, null, null, null, null, null, null);
        long position = journal.append(event.bytes(), 0, event.length(), 0);
        capture.release(event);
        return position;
    }

    /** Fails in the middle of a message, so many times; for want of memory unless told otherwise. */
    private static final class Starving implements Layout {
        private final String victim;
        private final Error failure;
        private int times;

        Starving(String victim, int times) {
            this(victim, times, new OutOfMemoryError("wanted"));
        }

        Starving(String victim, int times, Error failure) {
            this.victim = victim;
            this.times = times;
            this.failure = failure;
        }

        @Override
        public void render(LogEvent event, Utf8Buffer out) {
            int start = out.length();
            event.message(out);
            String text = new String(out.bytes(), start, out.length() - start, StandardCharsets.UTF_8);
            if (text.equals(victim) && times > 0) {
                times--;
                throw failure;
            }
            out.put(';');
        }

        @Override
        public int callerFrames() {
            return 0;
        }
    }

    /** Takes everything at once, after it has run out of memory so many times and refused so many batches. */
    private static final class Collected extends CollectingSink {
        private final List<String> batches = new ArrayList<>();
        private int starvedCommits;
        private int refusals;
        private long bytesOut;
        private boolean bounded;
        private boolean broken;
        private boolean takesLeftovers = true;

        @Override
        public Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
            if (starvedCommits > 0) {
                starvedCommits--;
                throw new OutOfMemoryError("wanted");
            }
            return super.commit(bytes, length, journalBegin, journalEnd, totals);
        }

        @Override
        public Outcome flush() {
            if (broken) {
                return Outcome.LATER;
            }
            if (refusals > 0) {
                refusals--;
                return Outcome.REFUSED;
            }
            batches.add(batch);
            return super.flush();
        }

        @Override
        public void boundWrites() {
            bounded = true;
        }

        @Override
        public boolean isFailing() {
            return broken;
        }

        @Override
        public long bytesOut() {
            return bytesOut;
        }

        @Override
        public boolean takeOver(LaneSink before) {
            batch = ((Collected) before).batch;
            return true;
        }

        @Override
        public boolean takesLeftovers() {
            return takesLeftovers;
        }
    }

    /** Latin-1 that runs out of memory now and then. */
    private static final class Scarce extends Charset {
        private int shortages;

        Scarce() {
            super("X-SCARCE", null);
        }

        @Override
        public boolean contains(Charset other) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            return StandardCharsets.ISO_8859_1.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            if (shortages-- > 0) {
                throw new OutOfMemoryError("wanted");
            }
            return StandardCharsets.ISO_8859_1.newEncoder();
        }
    }

    private static final class Deaf implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
            SinkLedger.bookOverrun(cursor, LogEvent.levelOf(bytes, payloadOffset, payloadLength));
        }
    }
}
