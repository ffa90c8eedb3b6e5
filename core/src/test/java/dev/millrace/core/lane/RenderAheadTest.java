package dev.millrace.core.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.CollectingSink;
import dev.millrace.core.status.Status;
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
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a lane brings out when another thread renders for it, beside a lane that does everything itself: the same text,
 * cut into the same files, and the same books.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RenderAheadTest {
    private static final int EVENTS_TO_BE_FAR_BEHIND = 40_000;
    private static final String PADDING = " and some more text, so that there is soon much to catch up with";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final Journal journal = Journal.inMemory(new JournalOptions(256L << 20, 0, false, false, new Deaf()));
    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 64 << 10);
    private final CallCounters calls = new CallCounters(journal);

    @BeforeEach
    void needTwoProcessors() {
        assumeThat(Runtime.getRuntime().availableProcessors())
                .as("on one processor a lane does it alone")
                .isGreaterThan(1);
    }

    @AfterEach
    void close() {
        journal.close(true);
    }

    /** Whether text goes to where it is written from at once. */
    boolean isInRegions() {
        return false;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void i2ShouldBringOutTheSameAsALaneThatDoesItAlone(long seed) {
        OneLane shared = new OneLane("shared" + seed);
        OneLane alone = new OneLane("alone" + seed);
        OneLane oneByOne = new OneLane("one by one" + seed, new Numbered("", false));

        Random random = new Random(seed);
        for (int i = 0; i < EVENTS_TO_BE_FAR_BEHIND; i++) {
            logOrDamage(random, i);
        }
        boolean ahead = shared.drainByThread();
        alone.drainByCaller();
        oneByOne.drainByThread();

        assertThat(ahead).as("another thread rendered").isTrue();
        assertThat(shared.sink.textsInRegions > 0).isEqualTo(isInRegions());
        assertThat(shared.sink.text.toString()).isEqualTo(alone.sink.text.toString());
        assertThat(shared.sink.files).isGreaterThan(2).isEqualTo(alone.sink.files);
        assertThat(shared.ledger.read())
                .usingRecursiveComparison()
                .ignoringFields("sink")
                .isEqualTo(alone.ledger.read());
        // Where the files end depends on where batches do.
        assertThat(oneByOne.lines()).isEqualTo(alone.lines());
        assertThat(oneByOne.ledger.read())
                .usingRecursiveComparison()
                .ignoringFields("sink")
                .isEqualTo(alone.ledger.read());
    }

    @Test
    void shouldDoItAloneWhereThatIsQuick() {
        OneLane lane = new OneLane("quick", new Numbered("", true), StandardCharsets.UTF_8, Integer.MAX_VALUE);
        int all = log(0, 2 * EVENTS_TO_BE_FAR_BEHIND);

        assertThat(lane.drainByThread()).isFalse();
        assertThat(lane.lines()).hasSize(all);
    }

    @Test
    void shouldBeHelpedForAWhileWhereItIsSlow() {
        OneLane lane = new OneLane("slow", new Numbered("", true), StandardCharsets.UTF_8, -1);
        lane.sink.batchBytes = 8 << 10;
        int all = log(0, EVENTS_TO_BE_FAR_BEHIND);
        Set<Thread> others = new HashSet<>();
        while (!lane.lane.isDrained()) {
            lane.lane.step();
            // One that has been stopped may take its time to end.
            threadsOf("slow").forEach(others::add);
        }

        assertThat(others).hasSizeGreaterThan(1);
        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void i3ShouldShowAGapWhereItIs() {
        OneLane lane = new OneLane("gap");
        int before = log(0, EVENTS_TO_BE_FAR_BEHIND);
        lane.stepUntilAhead();
        calls.countRefused(DropReason.BUDGET, Levels.INFO);
        lane.lane.step();
        // The loss was noticed, and what follows is read ahead.
        int all = log(before, EVENTS_TO_BE_FAR_BEHIND);
        assertThat(lane.drainByThread()).isTrue();

        assertThat(lane.lines()).hasSize(all + 1);
        assertThat(lane.lines().get(before)).startsWith("… 1 event dropped here");
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void i6ShouldRenderEachEventAsItsGenerationSays() {
        OneLane lane = new OneLane("switch");
        int before = log(0, 2 * EVENTS_TO_BE_FAR_BEHIND);
        lane.stepUntilAhead();
        SwitchPoint point = new SwitchPoint(1, journal.tailPosition(), 0);
        int fixed = log(before, 500);
        lane.lane.announce(new LaneSwitch(point, lane.parts(new Numbered("new ", true)), null, null));
        point.fix(journal.tailPosition(), 0);
        int all = log(fixed, EVENTS_TO_BE_FAR_BEHIND);
        assertThat(lane.drainByThread()).isTrue();

        List<String> lines = lane.lines();
        assertThat(lines).hasSize(all);
        assertThat(lines.subList(0, fixed)).noneMatch(line -> line.startsWith("new "));
        assertThat(lines.subList(fixed, all)).allMatch(line -> line.startsWith("new "));
    }

    @Test
    void shouldWriteOnceWhatWasReadAheadWhenOthersDriveTheLane() {
        OneLane lane = new OneLane("driven");
        int all = log(0, EVENTS_TO_BE_FAR_BEHIND);
        lane.stepUntilAhead();
        assertThat(lane.lane.isDrained()).isFalse();
        assertThat(lane.lane.drive(journal.tailPosition() - 1, 0)).isTrue();

        assertThat(lane.lane.isDrained()).isTrue();
        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void i2ShouldRenderAgainWhatIsInAPlaceThatWasGivenUp() {
        OneLane lane = new OneLane("given up");
        lane.sink.textsUntilReplaced = 3;
        int all = log(0, 2 * EVENTS_TO_BE_FAR_BEHIND);
        assertThat(lane.drainByThread()).isTrue();

        assertThat(lane.sink.textsUntilReplaced).isEqualTo(isInRegions() ? 0 : 3);
        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void i3ShouldLoseNothingWhereThereIsNoMemoryForAPlace() {
        OneLane lane = new OneLane("starved");
        lane.sink.regionFailures = 3;
        int all = log(0, 2 * EVENTS_TO_BE_FAR_BEHIND);
        assertThat(lane.drainByThread()).isTrue();

        assertThat(lane.sink.regionFailures).isZero();
        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void shouldLeaveToTheLaneWhatTheOtherThreadHadClaimedWhenAnErrorEndedIt() {
        AheadBlock block = new AheadBlock(64);
        block.state(AheadBlock.FILLED);
        assertThat(block.claim(AheadBlock.CLAIMED)).isTrue();
        block.declineClaimed();
        assertThat(block.state()).isEqualTo(AheadBlock.DECLINED);

        block.state(AheadBlock.FILLED);
        assertThat(block.claim(AheadBlock.CLAIMED_HERE)).isTrue();
        block.declineClaimed();
        assertThat(block.state()).isEqualTo(AheadBlock.CLAIMED_HERE);
    }

    @Test
    void i2ShouldWriteATextThatNoPlaceHasRoomFor() {
        OneLane lane = new OneLane("wide", new Numbered("-".repeat(1_000), true));
        int all = log(0, EVENTS_TO_BE_FAR_BEHIND);
        assertThat(lane.drainByThread()).isTrue();

        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void shouldEndTheOtherThreadWithTheLane() throws InterruptedException {
        OneLane lane = new OneLane("closed");
        log(0, EVENTS_TO_BE_FAR_BEHIND);
        lane.stepUntilAhead();
        Thread other = threadOf("closed");
        assertThat(other).isNotNull();
        lane.lane.close(true);
        other.join();
    }

    @Test
    void shouldNotBeClosedWhileTheOtherThreadRenders() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        OneLane lane = new OneLane("at work", new Waiting(entered, left, false));
        log(0, EVENTS_TO_BE_FAR_BEHIND);
        lane.stepUntilAhead();
        entered.await();

        assertThat(lane.lane.close(true)).isFalse();
        left.countDown();
        assertThat(lane.lane.close(true)).isTrue();
        assertThat(threadOf("at work")).isNull();
    }

    @Test
    void shouldLeaveABlockToTheLaneWhateverItsRenderingThrows() {
        AheadBlock block = new AheadBlock(64);
        ReadBatch ignored = block.exchange((ReadBatch) null);
        new BlockRenderer(new LogEvent(dictionary), null, null, new Numbered("", true), null).render(block);

        assertThat(block.state()).isEqualTo(AheadBlock.DECLINED);
    }

    @Test
    @Timeout(60)
    void shouldDoItAloneWhileOtherLanesHaveAllPlaces() throws InterruptedException {
        // Those of other tests end by themselves.
        RenderAhead.PLACES.acquire(RenderAhead.MOST_PLACES);
        OneLane lane = new OneLane("late");
        int some = log(0, EVENTS_TO_BE_FAR_BEHIND);
        boolean aheadOfOthers = lane.drainByThread();
        RenderAhead.PLACES.release(RenderAhead.MOST_PLACES);
        int all = log(some, EVENTS_TO_BE_FAR_BEHIND);
        boolean aheadBehindThem = lane.drainByThread();

        assertThat(aheadOfOthers).isFalse();
        assertThat(aheadBehindThem).isTrue();
        assertThat(lane.lines()).hasSize(all);
        lane.lane.close(true);
        RenderAhead.PLACES.acquire(RenderAhead.MOST_PLACES);
        RenderAhead.PLACES.release(RenderAhead.MOST_PLACES);
    }

    @Test
    void shouldDoItAloneWhereTheJarWasReplacedBeforeItWasFarBehind() throws Exception {
        try (URLClassLoader replaced = new Replaced()) {
            Object told = replaced.loadClass(FarBehind.class.getName())
                    .getMethod("told")
                    .invoke(null);

            assertThat(told).hasToString("[]");
        }
    }

    @Test
    void i3ShouldLoseNothingWhenADecisionAboutARollFails() {
        OneLane lane = new OneLane("failing roll");
        int all = log(0, 500);
        lane.sink.failures = 3;
        lane.drainByThread();

        assertThat(lane.sink.failures).isZero();
        assertThat(lane.lines()).hasSize(all);
        assertThat(lane.ledger.read().delivered()).isEqualTo(all);
    }

    @Test
    void i3ShouldLoseNothingWhenAGapLineFails() {
        FailingCharset charset = new FailingCharset();
        OneLane lane = new OneLane("failing gap", new Numbered("", true), charset);
        int before = log(0, 500);
        calls.countRefused(DropReason.BUDGET, Levels.INFO);
        // Noticed in front of what was there; shown behind it.
        lane.lane.step();
        int all = log(before, 500);
        charset.failures = 1;
        lane.drainByThread();

        assertThat(charset.failures).isZero();
        // The event whose gap line failed is lost with it, as ever.
        assertThat(lane.lines()).hasSizeBetween(all - 1, all + 1).contains("0" + PADDING, (all - 1) + PADDING);
        assertThat(lane.ledger.read().delivered()).isBetween((long) all - 1, (long) all);
    }

    private void logOrDamage(Random random, int number) {
        int dice = random.nextInt(8_000);
        if (dice == 0) {
            byte[] garbage = new byte[40];
            random.nextBytes(garbage);
            garbage[0] = -1;
            journal.append(garbage, 0, garbage.length, 0);
        } else if (dice == 1) {
            log(Numbered.BROKEN, Levels.INFO);
        } else {
            log(number + PADDING.repeat(1 + random.nextInt(3)), dice % 3 == 0 ? Levels.DEBUG : Levels.INFO);
        }
    }

    private int log(int from, int count) {
        for (int i = from; i < from + count; i++) {
            log(i + PADDING, Levels.INFO);
        }
        return from + count;
    }

    private void log(String message, int level) {
        EventEncoder event = capture.encode(0, "logger", level, 0, message, 0, null, null, null, null, null, null);
        journal.append(event.bytes(), 0, event.length(), 0);
        capture.release(event);
    }

    /** Everything once more, but for what only lanes that are far behind use. */
    private static final class Replaced extends URLClassLoader {
        Replaced() throws MalformedURLException {
            super(new URL[0], ClassLoader.getPlatformClassLoader());
            for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
                addURL(Path.of(place).toUri().toURL());
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(RenderAhead.class.getName()) || name.equals(AheadBlock.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }

    /** Is loaded by {@link Replaced}. */
    public static final class FarBehind {
        private FarBehind() {}

        /** What a lane says that is far behind and gets to the end. */
        public static List<Status> told() {
            RenderAheadTest test = new RenderAheadTest();
            OneLane lane = test.new OneLane("replaced");
            int all = test.log(0, EVENTS_TO_BE_FAR_BEHIND);
            lane.drainByThread();
            test.close();
            assertThat(lane.lines()).hasSize(all);
            return test.status.list();
        }
    }

    private static Thread threadOf(String lane) {
        return threadsOf(lane).findAny().orElse(null);
    }

    private static Stream<Thread> threadsOf(String lane) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace-" + lane + "-2"));
    }

    private final class OneLane {
        private final String name;
        private final Charset charset;
        private final Cursor cursor;
        private final SinkLedger ledger;
        private final Files sink = new Files();
        private final Lane lane;

        OneLane(String name) {
            this(name, new Numbered("", true));
        }

        OneLane(String name, Layout layout) {
            this(name, layout, StandardCharsets.UTF_8);
        }

        OneLane(String name, Layout layout, Charset charset) {
            this(name, layout, charset, 0);
        }

        OneLane(String name, Layout layout, Charset charset, int slowNsAByte) {
            this.charset = charset;
            this.name = name;
            this.cursor = journal.cursor(name);
            this.sink.outbox = isInRegions() ? outbox(name) : null;
            this.ledger = new SinkLedger(cursor, calls);
            this.lane = new Lane(parts(layout), 0, slowNsAByte);
        }

        /** However many steps a batch takes: that depends on how many files its events go to. */
        void stepUntilAhead() {
            while (threadOf(name) == null) {
                assertThat(lane.isDrained()).isFalse();
                lane.step();
            }
        }

        /** Whether there was a second thread. */
        boolean drainByThread() {
            boolean ahead = false;
            while (!lane.isDrained()) {
                assertThat(Thread.currentThread().isInterrupted())
                        .as("timed out")
                        .isFalse();
                lane.step();
                ahead |= threadOf(name) != null;
            }
            return ahead;
        }

        void drainByCaller() {
            while (!lane.isDrained()) {
                lane.glance();
            }
        }

        List<String> lines() {
            return sink.text.toString().replace("\f", "").lines().toList();
        }

        LaneParts parts(Layout layout) {
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
                    new SinkRoute(tree, 0),
                    new FilterChain(List.of(new FilterPlan.Threshold(Levels.INFO))),
                    layout,
                    charset,
                    sink,
                    ledger,
                    status,
                    0,
                    Integer.MAX_VALUE);
        }
    }

    private Outbox outbox(String name) {
        try {
            return Outbox.open(dir.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Latin-1 whose encoder cannot be had for some times. */
    private static final class FailingCharset extends Charset {
        private int failures;

        FailingCharset() {
            super("X-FAILING", new String[0]);
        }

        @Override
        public boolean contains(Charset other) {
            return StandardCharsets.ISO_8859_1.contains(other);
        }

        @Override
        public CharsetDecoder newDecoder() {
            return StandardCharsets.ISO_8859_1.newDecoder();
        }

        @Override
        public CharsetEncoder newEncoder() {
            if (failures > 0) {
                failures--;
                throw new OutOfMemoryError("wanted");
            }
            return StandardCharsets.ISO_8859_1.newEncoder();
        }
    }

    /** A line an event; cannot render one of them. */
    private record Numbered(String prefix, boolean isRepeatable) implements Layout {
        static final String BROKEN = "broken";

        @Override
        public void render(LogEvent event, Utf8Buffer out) {
            out.putAscii(prefix);
            int start = out.length();
            event.message(out);
            if (out.length() - start == BROKEN.length()) {
                throw new IllegalStateException("wanted");
            }
            out.put('\n');
        }

        @Override
        public Layout another() {
            return new Numbered(prefix, true);
        }

        @Override
        public int callerFrames() {
            return 0;
        }
    }

    /** A line an event; the other thread waits at each. */
    private record Waiting(CountDownLatch entered, CountDownLatch left, boolean isOther) implements Layout {
        @Override
        public void render(LogEvent event, Utf8Buffer out) {
            event.message(out);
            out.put('\n');
            if (isOther) {
                entered.countDown();
                try {
                    left.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        public Layout another() {
            return new Waiting(entered, left, true);
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }

        @Override
        public int callerFrames() {
            return 0;
        }
    }

    /** Goes on to the next file before the event that would make this one too long, or when a fifth of a second is over. */
    private static final class Files extends CollectingSink {
        private static final int MAX_BYTES = 1_100_000;
        private static final long PERIOD_MICROS = 200_000;

        private int fileBytes;
        private long period;
        private int files;
        private int failures;
        // Null where text goes to the heap.
        private Outbox outbox;
        private int textsInRegions;
        private int textsUntilReplaced = Integer.MAX_VALUE;
        private int regionFailures;
        private int batchBytes = super.batchBytes();

        @Override
        public int batchBytes() {
            return batchBytes;
        }

        @Override
        public TextRegion region() {
            if (regionFailures > 0 && regionFailures-- % 2 != 0) {
                throw new OutOfMemoryError("wanted");
            }
            return outbox == null ? null : outbox.region();
        }

        @Override
        public Outcome commit(TextRegion region, long journalBegin, long journalEnd, long[] totals) {
            if (outbox != null && --textsUntilReplaced == 0) {
                // As where one in memory takes its place.
                outbox = null;
            }
            if (outbox == null) {
                return Outcome.REFUSED;
            }
            textsInRegions++;
            Utf8Buffer copy = new Utf8Buffer(region.length());
            region.copyTo(copy);
            return commit(copy.bytes(), copy.length(), journalBegin, journalEnd, totals);
        }

        @Override
        public boolean cutBefore(long eventMicros, int batchBytes) {
            if (failures > 0 && batchBytes == 0) {
                failures--;
                throw new OutOfMemoryError("wanted");
            }
            boolean due = fileBytes + batchBytes >= MAX_BYTES || eventMicros / PERIOD_MICROS > period;
            if (due && batchBytes == 0) {
                text.append("\f");
                files++;
                fileBytes = 0;
                period = Math.max(period, eventMicros / PERIOD_MICROS);
                return false;
            }
            return due;
        }

        @Override
        public boolean takesWholeBatches() {
            return true;
        }

        @Override
        public Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
            fileBytes += length;
            return super.commit(bytes, length, journalBegin, journalEnd, totals);
        }
    }

    private static final class Deaf implements JournalListener {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
    }
}
