package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.option.OptionSource;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.sink.CollectingSink;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.journal.Journal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A console of which a write stalls in the background. */
@Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManagedLaneTest {
    private static final EventDetails DETAILS = new EventDetails(null, null, null, null, 1, "main");

    private final StatusLog status = new StatusLog();
    private final Plan plan = new Plans().console("OUT", false).build();
    private final Options options =
            Options.read(new OptionSource(plan.properties(), plan.source()), plan.overflowWish(), status);
    private final OpenJournal open = OpenJournal.inMemory(options, status);
    private final Stalling sink = new Stalling();
    private final ManagedLane lane = lane();

    @AfterEach
    void end() throws Exception {
        sink.read.countDown();
        lane.stop();
        assertThat(lane.join(10_000)).isTrue();
        open.close(true, true);
    }

    private ManagedLane lane() {
        SinkPlan console = plan.sinks().get(0);
        AtomicBoolean synchronous = new AtomicBoolean();
        LaneParts parts = new LaneBuilder(
                        open,
                        plan,
                        new CallCounters(open.journal()),
                        new LoggerTree(plan, status),
                        0,
                        new Archives(25, open, status),
                        status)
                .parts(console, 0, synchronous);
        LaneParts stalling = new LaneParts(
                parts.journal(),
                parts.cursor(),
                parts.dictionary(),
                parts.route(),
                parts.filters(),
                parts.layout(),
                parts.charset(),
                sink,
                parts.ledger(),
                status,
                parts.startPosition(),
                parts.mostBatchBytes());
        return new ManagedLane(console, stalling, new Lane(stalling), synchronous);
    }

    private long log(String message) {
        EventCapture capture = new EventCapture(
                open.dictionary(), new EventClock(), open.journal().maxRecordBytes());
        EventEncoder encoder =
                capture.encode(0, "a", Levels.INFO, 0, message, 0, null, null, null, null, null, DETAILS);
        long position = open.journal().append(encoder.bytes(), 0, encoder.length(), Journal.IMPORTANT);
        capture.release(encoder);
        return position;
    }

    /** Logs an event, in whose write the lane's thread stalls. */
    private void stall() throws InterruptedException {
        lane.start();
        assertThat(log("one")).isNotNegative();
        sink.stalled.await();
    }

    @Test
    void i8ShouldHoldUpNoCallForAThreadThatStillSitsInAWrite() throws Exception {
        stall();

        lane.becomeSynchronous();
        long last = log("two");
        boolean waits = !lane.drive(last);
        waits |= !lane.drive(last);

        assertThat(waits).isFalse();
        assertThat(lane.lane().position()).isLessThanOrEqualTo(last);
        sink.read.countDown();
        while (!lane.lane().isDrained()) {
            assertThat(lane.drive(last)).isTrue();
            EngineTest.pause("it is not written: " + sink.text);
        }
        assertThat(sink.text.toString().split("\\R")).containsExactly("INFO a one", "INFO a two");
    }

    @Test
    void shouldNotTakeALaneForWrittenWhoseWriteStallsI8() throws Exception {
        stall();

        Thread.currentThread().interrupt();
        boolean written = lane.awaitWritten(open.journal().tailPosition());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(written).isFalse();
        sink.read.countDown();
        while (!lane.awaitWritten(open.journal().tailPosition())) {
            EngineTest.pause("it is not written: " + sink.text);
        }
        // What is logged from now on need not be waited for.
        assertThat(log("two")).isNotNegative();
        assertThat(lane.hasWritten()).isTrue();
    }

    @Test
    void shouldNotKeepAStreamThatTheProgramHasSet() {
        PrintStream before = System.out;
        WeakReference<PrintStream> set;
        try {
            set = setOut();
            assertThat(lane.awaitWritten(open.journal().tailPosition())).isTrue();
        } finally {
            System.setOut(before);
        }

        while (set.get() != null) {
            System.gc();
            EngineTest.pause("the stream is still known");
        }
    }

    private static WeakReference<PrintStream> setOut() {
        PrintStream set = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        System.setOut(set);
        return new WeakReference<>(set);
    }

    /** Takes the first batch only when somebody reads. */
    private static final class Stalling extends CollectingSink {
        private final CountDownLatch stalled = new CountDownLatch(1);
        private final CountDownLatch read = new CountDownLatch(1);

        @Override
        public Outcome flush() {
            stalled.countDown();
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return super.flush();
        }

        @Override
        public void writeLate(byte[] bytes, int length) {
            throw new AssertionError("it is late");
        }
    }
}
