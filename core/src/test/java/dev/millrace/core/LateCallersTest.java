package dev.millrace.core;

import static dev.millrace.core.EngineTest.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that log while an engine is closed and after that, and have to wait for each other. */
@Timeout(60)
class LateCallersTest {
    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    /** What stands there when Millrace first looks counts as the process's own: look before a test replaces it. */
    private final boolean replacedBefore = StandardStream.OUT.isReplaced();

    private final PrintStream originalOut = System.out;
    private final Slow out = new Slow();

    @AfterEach
    void restore() {
        out.go.countDown();
        System.setOut(originalOut);
    }

    /** Takes its time over a line with "slow" in it. */
    private static final class Slow extends ByteArrayOutputStream {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);

        // Not under the stream's own monitor, which those who read the text take.
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void write(byte[] bytes, int offset, int length) {
            if (new String(bytes, offset, length, StandardCharsets.UTF_8).contains("slow")) {
                reached.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            super.write(bytes, offset, length);
        }

        List<String> messages() {
            return toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .toList();
        }
    }

    private Engine printing() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        return Bootstrap.start(Plans.plan(dir).console("OUT", false).build(), status);
    }

    private Thread slowCaller(Engine engine) throws InterruptedException {
        Thread slow = new Thread(() -> log(engine, "a", Levels.INFO, "slow"));
        slow.start();
        out.reached.await();
        return slow;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(100_000);
        }
    }

    @Test
    void i10ShouldWriteWhatAnInterruptedThreadLogsAfterTheEndThoughItHasToWait() throws Exception {
        Engine engine = printing();
        engine.close();
        Thread slow = slowCaller(engine);
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            log(engine, "a", Levels.INFO, "interrupted");
            stillInterrupted.set(Thread.interrupted());
        });

        interrupted.start();
        awaitWaiting(interrupted);
        out.go.countDown();
        slow.join();
        interrupted.join();

        assertThat(out.messages()).containsExactly("slow", "interrupted");
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void i1ShouldKeepTheSlotFromTheNextEngineWhileACallerStillWrites() throws Exception {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        Plan plan = Plans.plan(dir)
                .console("OUT", false)
                .with("millrace.shutdown.timeout", "100ms")
                .build();
        Engine engine = Bootstrap.start(plan, status);
        Thread slow = slowCaller(engine);

        engine.close();
        Engine next = Bootstrap.start(plan, status);
        out.go.countDown();
        slow.join();
        next.close();

        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR005);
        assertThat(next.open().journal().directory())
                .isNotEqualTo(engine.open().journal().directory());
        assertThat(out.messages()).containsExactly("slow");
    }

    @Test
    void i10ShouldWaitForASinkThatHadStalledAndGoesOn() throws Exception {
        Engine engine = printing();
        engine.running().lanes()[0].markStalled();
        log(engine, "a", Levels.INFO, "first");
        engine.close();
        Thread slow = slowCaller(engine);
        Thread behind = new Thread(() -> log(engine, "a", Levels.INFO, "behind"));

        behind.start();
        awaitWaiting(behind);
        out.go.countDown();
        slow.join();
        behind.join();

        assertThat(out.messages()).containsExactly("first", "slow", "behind");
    }

    @Test
    void i3ShouldCountWhatAStalledSinkDoesNotTakeAfterTheEnd() throws Exception {
        Engine engine = printing();
        engine.close();
        Thread slow = slowCaller(engine);
        engine.running().lanes()[0].markStalled();

        log(engine, "a", Levels.WARN, "lost");
        out.go.countDown();
        slow.join();

        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(out.messages()).containsExactly("slow");
        assertThat(counters.accepted()).isEqualTo(2);
        assertThat(counters.pending()).isZero();
        assertThat(counters.droppedBy().get(DropReason.FAILED)).containsEntry("WARN", 1L);
    }

    @Test
    void i10ShouldLeaveNothingBehindThoughThreadsLogAllTheTime() throws Exception {
        for (int round = 0; round < 100; round++) {
            Path file = dir.resolve("app" + round + ".log");
            Engine engine = Bootstrap.start(
                    Plans.plan(dir)
                            .file("ONE", file)
                            .file("TWO", dir.resolve("two" + round + ".log"))
                            .build(),
                    status);
            AtomicBoolean enough = new AtomicBoolean();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(new Thread(() -> {
                    while (!enough.get()) {
                        log(engine, "a", Levels.INFO, "m");
                    }
                }));
            }
            callers.forEach(Thread::start);

            engine.close();
            enough.set(true);
            for (Thread caller : callers) {
                caller.join();
            }

            assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR005);
            assertThat(dir.resolve(".millrace")).doesNotExist();
            assertBalanced(engine, file);
        }
    }

    private static void assertBalanced(Engine engine, Path file) throws IOException {
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.pending()).isZero();
        assertThat(Files.readAllLines(file)).hasSize((int) counters.accepted());
    }
}
