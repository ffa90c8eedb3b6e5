package dev.millrace.core;

import static dev.millrace.core.EngineTest.awaitStatus;
import static dev.millrace.core.EngineTest.log;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventCapture;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers that wait for space in the journal: what they hold meanwhile, and who must not wait. */
@Timeout(40)
class EngineWaitTest {
    private static final int MORE_THAN_FIT = 20_000;
    private static final int SCRATCH_BYTES = 2048;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    /** What stands there when Millrace first looks counts as the process's own: look before a test replaces it. */
    private final boolean replacedBefore = StandardStream.OUT.isReplaced();

    private final PrintStream originalOut = System.out;

    @AfterEach
    void restore() {
        System.setOut(originalOut);
    }

    /** Callers wait where the budget is spent, and it is soon: there is a file where the sink's directory belongs. */
    private Plans waiting() throws IOException {
        Files.writeString(dir.resolve("logs"), "a file where the directory belongs");
        return Plans.plan(dir)
                .with("millrace.overflow", "block")
                .with("millrace.journal.budget", "2MB")
                .with("millrace.shutdown.timeout", "100ms");
    }

    private Path file() {
        return dir.resolve("logs/app.log");
    }

    private static void logLong(Engine engine, int level) {
        engine.log(engine.logger("a"), level, "{}", 1, "x".repeat(300), null, null, null, null, null);
    }

    /** A thread that may wait for ever must not keep the test's process. */
    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread caller) {
        while (!isWaitingForSpace(caller)) {
            LockSupport.parkNanos(1_000_000);
            assertThat(Thread.interrupted()).as(caller + " never waits").isFalse();
        }
    }

    private static boolean isWaitingForSpace(Thread caller) {
        for (StackTraceElement frame : caller.getStackTrace()) {
            if (frame.getMethodName().equals("awaitRoom")) {
                return caller.getState() == Thread.State.TIMED_WAITING;
            }
        }
        return false;
    }

    @Test
    void shouldGiveScratchBackBeforeItWaitsForSpaceI4() throws Exception {
        Engine engine = Bootstrap.start(waiting().file("FILE", file()).build(), status);
        AtomicBoolean enough = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < EventCapture.STRIPES + 2; caller++) {
            callers.add(start(() -> {
                while (!enough.get()) {
                    logLong(engine, Levels.INFO);
                }
            }));
        }
        callers.forEach(EngineWaitTest::awaitWaiting);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        LoggerNode node = engine.logger("a");
        int calls = 50;

        // There is a reserve for these.
        log(engine, "a", Levels.WARN, "in passing");
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int call = 0; call < calls; call++) {
            engine.log(node, Levels.WARN, "in passing", 0, null, null, null, null, null, null);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(calls * SCRATCH_BYTES / 2);
        enough.set(true);
        Files.delete(dir.resolve("logs"));
        for (Thread caller : callers) {
            caller.join();
        }
        engine.close();
        assertThat(engine.counters().refused()).isZero();
    }

    @Test
    void i8ShouldRefuseWhoWaitsForSpaceAlreadyWhenTheProgramEnds() throws Exception {
        Engine engine = Bootstrap.start(waiting().file("FILE", file()).build(), status);
        Thread caller = start(() -> {
            for (int event = 0; event < MORE_THAN_FIT; event++) {
                logLong(engine, Levels.INFO);
            }
        });
        awaitStatus(status, StatusCode.MR203);
        awaitWaiting(caller);

        new Shutdown(engine).close(true);
        caller.join();

        assertThat(engine.counters().refused()).isPositive();
        assertThat(engine.counters().accepted()).isEqualTo(MORE_THAN_FIT);
        engine.close();
    }

    @Test
    void shouldRefuseRatherThanWaitWhatTheWritingOfASinkLogsThatWasRemovedMeanwhileI8() throws Exception {
        Engine[] engine = new Engine[1];
        Plans plans = waiting().file("FILE", file());
        System.setOut(new PrintStream(new OutputStream() {
            private boolean nested;

            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (!nested) {
                    nested = true;
                    assertThat(engine[0].reloader().apply(plans.build())).isTrue();
                    for (int event = 0; event < MORE_THAN_FIT; event++) {
                        logLong(engine[0], Levels.INFO);
                    }
                }
            }
        }));
        engine[0] = Bootstrap.start(
                waiting().file("FILE", file()).console("OUT", false).build(), status);

        start(() -> log(engine[0], "a", Levels.INFO, "outer")).join();
        engine[0].close();

        assertThat(engine[0].counters().refused()).isPositive();
        assertThat(engine[0].counters().accepted()).isEqualTo(MORE_THAN_FIT + 1);
    }
}
