package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.RollingScript.Event;
import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.Frame;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.sink.PrudentFiles;
import dev.millrace.core.sink.Rolling;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script through Millrace's file sink, in batches of random size, in some with a clock that ticks while nothing is
 * logged, in some through processes that are killed at steps of rolls; what is done in the background is awaited.
 */
final class RollingSubject {
    private static final int TOTALS = 8;
    private static final int MAX_KILLS = 20;

    private final RollingScript script;
    private final Path home;
    private final Random random;
    private final Path outbox;
    private long clockMillis;

    RollingSubject(RollingScript script, Path home, long seed) {
        this.script = script;
        this.home = home;
        this.outbox = home.resolveSibling(home.getFileName() + ".outbox");
        this.random = new Random(seed);
    }

    private static final class Awaiting extends ArchiveQueue {
        private final Archivist archivist;

        Awaiting(Archivist archivist) {
            this.archivist = archivist;
        }

        @Override
        public void compress(ArchiveJob job) {
            archivist.compress(job);
            await();
        }

        @Override
        public void then(Runnable chore) {
            archivist.then(chore);
            await();
        }

        @Override
        public void withdraw(Path original) {
            archivist.withdraw(original);
        }

        @Override
        public void hold(Path original) {
            archivist.hold(original);
        }

        @Override
        public void release(Path original) {
            archivist.release(original);
        }

        private void await() {
            if (Thread.currentThread().getName().equals("millrace-archivist")) {
                return;
            }
            CountDownLatch done = new CountDownLatch(1);
            archivist.then(done::countDown);
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    void run(List<Event> events) throws IOException {
        byte[] xml = script.xml(home).getBytes(StandardCharsets.UTF_8);
        Plan plan = new LogbackPlanReader(new FakeSurroundings())
                .read(xml, "logback.xml", false, null, new RecordingReport());
        SinkPlan.RollingFileSink sinkPlan =
                (SinkPlan.RollingFileSink) plan.sinks().get(0);
        Files.deleteIfExists(outbox);
        int done = 0;
        for (int process = 0; done < events.size(); process++) {
            done = run(sinkPlan, events, done, process);
        }
    }

    /** One process, up to the end or until it is killed; how many events are in their files by then. */
    private int run(SinkPlan.RollingFileSink plan, List<Event> events, int from, int process) {
        KillingRolls files = new KillingRolls(random, script.killed && process < MAX_KILLS ? 9 : 0);
        clockMillis = events.get(from).millis();
        try (Archivist archivist = new Archivist(100, new StatusLog())) {
            Rolling rolling =
                    new Rolling(Roller.of(plan.roll()), new Awaiting(archivist), false, files, () -> clockMillis);
            StatusLog status = new StatusLog();
            AppendFile.Opener opener = rolling.prudent() ? new PrudentFiles("R", status, null) : AppendFile.REAL;
            FileLaneSink sink = FileLaneSink.rolling("R", rolling, script.killed ? outbox : null, status, opener)
                    .framed(Frame.of(plan, plan.charset()));
            int done = from;
            try {
                require(sink.recover(true));
                done = process == 0 || sink.recovered() == null
                        ? from
                        : Math.max(from, (int) sink.recovered().journalEnd());
                while (done < events.size()) {
                    done = writeBatch(sink, events, done);
                }
                sink.end();
            } catch (KillingRolls.Killed e) {
                assertThat(files.isKilled()).isTrue();
            }
            // Also after a kill: a process that has ended compresses nothing beside the next one.
            archivist.close(System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
            sink.close();
            return done;
        }
    }

    private int writeBatch(FileLaneSink sink, List<Event> events, int from) {
        long next = events.get(from).millis();
        if (script.ticking && next - clockMillis > 1) {
            clockMillis += random.nextLong(next - clockMillis);
            sink.idle();
        }
        clockMillis = next;
        StringBuilder batch = new StringBuilder();
        int end = from;
        int limit = Math.min(events.size(), from + 1 + random.nextInt(9));
        while (end < limit && !sink.cutBefore(events.get(end).millis() * 1000, batch.length())) {
            batch.append(events.get(end++).text()).append(System.lineSeparator());
        }
        byte[] bytes = batch.toString().getBytes(StandardCharsets.UTF_8);
        require(sink.commit(bytes, bytes.length, from, end, new long[TOTALS]));
        require(sink.flush());
        clockMillis = events.get(end - 1).millis();
        return end;
    }

    private static void require(Outcome outcome) {
        if (outcome != Outcome.DONE) {
            throw new AssertionError(outcome);
        }
    }
}
