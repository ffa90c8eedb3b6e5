package dev.millrace.core;

import static dev.millrace.core.EngineTest.log;
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
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventClock;
import dev.millrace.event.Levels;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sink that works and is slow has much before it when its engine ends. */
@Timeout(value = 40, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FarBehindAtTheEndTest {
    private static final int EVENTS = 4_000;

    private final StatusLog status = new StatusLog();
    private final Plan plan = new Plans()
            .file("FILE", Path.of("never-opened.log"))
            .with("millrace.shutdown.timeout", "100ms")
            .build();
    private final Options options =
            Options.read(new OptionSource(plan.properties(), plan.source()), plan.overflowWish(), status);
    private final OpenJournal open = OpenJournal.inMemory(options, status);
    private final Slow sink = new Slow();

    /** Without threads: what is out somebody has written who logs or closes. */
    private Engine engine(boolean synchronous) {
        Archives archives = new Archives(25, open, status);
        CallCounters calls = new CallCounters(open.journal());
        LoggerTree tree = new LoggerTree(plan, status);
        SinkPlan file = plan.sinks().get(0);
        AtomicBoolean drivenByCallers = new AtomicBoolean(synchronous);
        LaneParts parts = new LaneBuilder(open, plan, calls, tree, 0, archives, status).parts(file, 0, drivenByCallers);
        LaneParts slow = new LaneParts(
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
                1_000);
        ManagedLane lane = new ManagedLane(file, slow, new Lane(slow), drivenByCallers);
        return new Engine(new EngineParts(
                plan, options, status, tree, open, new EventClock(), 0, calls, List.of(lane), archives, null));
    }

    private static void fill(Engine engine) {
        for (int i = 0; i < EVENTS; i++) {
            engine.log(engine.logger("a"), Levels.INFO, "{}", 1, "x".repeat(400), null, null, null, null, null);
        }
    }

    private long lines() {
        return sink.text.toString().lines().count();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i10ShouldNotWriteAllThatASlowSinkHasBeforeItBeyondTheTimeOut(boolean synchronous) {
        Engine engine = engine(false);
        fill(engine);
        if (synchronous) {
            engine.lanes().get(0).becomeSynchronous();
        }
        sink.slow = true;

        engine.close();

        assertThat(lines()).isLessThan(EVENTS);
        assertThat(engine.counters().sinks().get(0).pending()).isEqualTo(EVENTS - lines());
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR005);
    }

    /** Another call, or who closes, has waited for it in vain. */
    @Test
    void shouldNotHaveEachCallWriteSomeOfWhatIsBeforeItAtTheEnd() {
        Engine engine = engine(false);
        fill(engine);
        engine.enterClosing();
        engine.lanes().get(0).markStalled();

        log(engine, "a", Levels.INFO, "at the end");
        assertThat(lines()).isZero();

        // As what drains it goes on.
        assertThat(engine.lanes()
                        .get(0)
                        .lane()
                        .driveUnlessWaiting(open.journal().tailPosition() - 1))
                .isTrue();
        engine.close();
        assertThat(sink.text.toString().lines()).hasSize(EVENTS + 1).endsWith("INFO a at the end");
        log(engine, "a", Levels.INFO, "late");
        assertThat(sink.text.toString().lines()).hasSize(EVENTS + 2).endsWith("INFO a late");
    }

    @Test
    void i10ShouldHaveACallWriteTheLittleThatIsBeforeItAtTheEnd() {
        Engine engine = engine(false);
        log(engine, "a", Levels.INFO, "before");
        engine.enterClosing();

        log(engine, "a", Levels.INFO, "at the end");

        assertThat(sink.text.toString().lines()).containsExactly("INFO a before", "INFO a at the end");
        engine.close();
    }

    /** Else what is logged all the time would be more and more. */
    @Test
    void shouldHaveACallWriteWhatIsBeforeItWhereThatIsFast() {
        Engine engine = engine(false);
        fill(engine);
        engine.enterClosing();

        log(engine, "a", Levels.INFO, "at the end");

        assertThat(sink.text.toString().lines()).hasSize(EVENTS + 1).endsWith("INFO a at the end");
        engine.close();
    }

    /** Takes some milliseconds for each batch. */
    private static final class Slow extends CollectingSink {
        private static final long BATCH_NS = TimeUnit.MILLISECONDS.toNanos(5);

        private boolean slow;

        @Override
        public Outcome flush() {
            for (long beganNs = System.nanoTime(); slow && System.nanoTime() - beganNs < BATCH_NS; ) {
                Thread.onSpinWait();
            }
            return super.flush();
        }
    }
}
