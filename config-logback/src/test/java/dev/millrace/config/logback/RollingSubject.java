package dev.millrace.config.logback;

import dev.millrace.config.logback.RollingScript.Event;
import dev.millrace.config.logback.report.RecordingReport;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.sink.Rolling;
import dev.millrace.core.status.StatusLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Runs a script through Millrace's file sink, in batches of random size; what is done in the background is awaited. */
final class RollingSubject {
    private static final int TOTALS = 8;

    private final RollingScript script;
    private final Path home;
    private final Random random;
    private long position;

    RollingSubject(RollingScript script, Path home, long seed) {
        this.script = script;
        this.home = home;
        this.random = new Random(seed);
    }

    private record Awaiting(Archivist archivist) implements ArchiveQueue {
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

    void run(List<Event> events) {
        byte[] xml = script.xml(home).getBytes(StandardCharsets.UTF_8);
        Plan plan = new LogbackPlanReader(new FakeSurroundings())
                .read(xml, "logback.xml", false, null, new RecordingReport());
        SinkPlan.RollingFileSink sinkPlan =
                (SinkPlan.RollingFileSink) plan.sinks().get(0);
        StatusLog status = new StatusLog();
        try (Archivist archivist = new Archivist(100, status)) {
            Rolling rolling = new Rolling(
                    Roller.of(sinkPlan.roll()), new Awaiting(archivist), false, RollFiles.REAL, () -> events.get(0)
                            .millis());
            FileLaneSink sink = new FileLaneSink("R", rolling, null, status);
            require(sink.recover(true));
            write(sink, events);
            sink.close();
        }
    }

    private void write(FileLaneSink sink, List<Event> events) {
        int next = 0;
        while (next < events.size()) {
            StringBuilder batch = new StringBuilder();
            int limit = Math.min(events.size(), next + 1 + random.nextInt(9));
            while (next < limit && !sink.cutBefore(events.get(next).millis() * 1000, batch.length())) {
                batch.append(events.get(next++).text()).append(System.lineSeparator());
            }
            byte[] bytes = batch.toString().getBytes(StandardCharsets.UTF_8);
            require(sink.commit(bytes, bytes.length, position, position + 1, new long[TOTALS]));
            require(sink.flush());
            position++;
        }
    }

    private static void require(Outcome outcome) {
        if (outcome != Outcome.DONE) {
            throw new AssertionError(outcome);
        }
    }
}
