package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where calls write themselves, they do so whatever is reloaded meanwhile. */
@Timeout(300)
class SyncReloadTest {
    private static final int ROUNDS = Integer.getInteger("millrace.reload.rounds", 20);
    private static final int THREADS = 4;
    private static final int CALLS = 1_000;

    @TempDir
    Path dir;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Set<String> printed = ConcurrentHashMap.newKeySet();

    @AfterEach
    void restoreStreams() {
        System.setOut(out);
        System.setErr(err);
    }

    private PrintStream stream() {
        return new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int value) {
                        write(new byte[] {(byte) value}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        new String(bytes, offset, length, StandardCharsets.UTF_8)
                                .lines()
                                .forEach(printed::add);
                    }
                },
                true,
                StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintALineBeforeItsCallReturns() throws Exception {
        // What is loaded after a stream was replaced takes the replacement for the process's own.
        assertThat(StandardStream.OUT.current()).isSameAs(System.out);
        assertThat(StandardStream.ERR.current()).isSameAs(System.err);
        System.setOut(stream());
        System.setErr(stream());
        long seed = Long.getLong("millrace.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            reloadWhileOthersLog(random, "seed " + seed + ", round " + round);
        }
    }

    private void reloadWhileOthersLog(Random random, String round) throws InterruptedException {
        printed.clear();
        Engine engine = Bootstrap.start(plan(random), new StatusLog());
        AtomicInteger running = new AtomicInteger(THREADS);
        Queue<String> missing = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            String name = "t" + t + "-";
            Thread thread = new Thread(() -> {
                for (int i = 0; i < CALLS; i++) {
                    EngineTest.log(engine, "x", Levels.INFO, name + i);
                    if (!printed.contains(name + i)) {
                        missing.add(name + i);
                    }
                }
                running.decrementAndGet();
            });
            threads.add(thread);
            thread.start();
        }
        while (running.get() > 0) {
            assertThat(engine.reloader().apply(plan(random))).as(round).isTrue();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        engine.close();

        assertThat(missing).as(round).isEmpty();
        assertThat(printed).as(round).hasSize(THREADS * CALLS);
    }

    private Plan plan(Random random) {
        Plans plans = Plans.plan(dir).with("millrace.sync", "true");
        boolean any = false;
        for (String name : List.of("A", "B", "C")) {
            if (random.nextBoolean() || (!any && name.equals("C"))) {
                any = true;
                boolean error = random.nextInt(3) == 0;
                plans.sink(new SinkPlan.ConsoleSink(
                        name, Plans.pattern("%msg%n"), StandardCharsets.UTF_8, List.of(), error));
            }
        }
        return plans.build();
    }
}
