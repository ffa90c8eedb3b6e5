package dev.millrace.core.sink;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.StatusLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A rolling sink with a lane and a journal as simple as can be: lines with times, batches of a few. */
final class RollingRun {
    record Line(long micros, String text) {}

    private final RollPlan plan;
    private final Path outbox;
    private final StatusLog status;
    private final List<Line> journal = new ArrayList<>();
    private final List<ArchiveJob> jobs = new ArrayList<>();
    private long clockMillis;
    private int released;
    private Frame frame = Frame.NONE;
    private FileLaneSink sink;
    AppendFile.Opener logFiles = AppendFile.REAL;
    /** Null: rolled files wait in {@link #jobs}. */
    Archivist archivist;

    Runnable betweenAttempts = () -> {};
    Runnable beforeChore = () -> {};
    Consumer<Path> whenWithdrawn = original -> {};

    RollingRun(RollPlan plan, Path outbox, StatusLog status) {
        this.plan = plan;
        this.outbox = outbox;
        this.status = status;
    }

    /** Each file has a header and a footer. */
    void framed() {
        frame = Frames.of(plan);
    }

    void log(long micros, String text) {
        journal.add(new Line(micros, text));
    }

    List<ArchiveJob> jobs() {
        return jobs;
    }

    /** Starts a process. */
    void start(RollFiles files, long nowMillis) {
        clockMillis = nowMillis;
        ArchiveQueue queue = new ArchiveQueue() {
            @Override
            public void compress(ArchiveJob job) {
                if (jobs.stream().noneMatch(other -> other.archive().equals(job.archive()))) {
                    jobs.add(job);
                }
            }

            @Override
            public void then(Runnable chore) {
                beforeChore.run();
                chore.run();
            }

            @Override
            public void withdraw(Path original) {
                whenWithdrawn.accept(original);
                jobs.removeIf(job -> job.original().equals(original));
            }

            @Override
            public void hold(Path original) {
                withdraw(original);
            }

            @Override
            public void release(Path original) {
                // Nothing is compressed before it is asked for.
            }
        };
        Rolling rolling =
                new Rolling(Roller.of(plan), archivist == null ? queue : archivist, false, files, () -> clockMillis);
        AppendFile.Opener opener = rolling.prudent() ? new PrudentFiles("S", status, null) : logFiles;
        sink = FileLaneSink.rolling("S", rolling, outbox, status, opener).framed(frame);
        while (sink.recover(true) != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
        if (sink.recovered() != null) {
            released = (int) Math.max(released, sink.recovered().journalEnd());
        }
    }

    /** Writes everything that is logged and not written, in batches of random size. */
    void drain(Random random) {
        while (released < journal.size()) {
            StringBuilder batch = new StringBuilder();
            int end = released;
            int limit = Math.min(journal.size(), released + 1 + random.nextInt(7));
            while (end < limit
                    && !sink.cutBefore(
                            journal.get(end).micros(), batch.toString().getBytes(StandardCharsets.UTF_8).length)) {
                batch.append(journal.get(end++).text());
            }
            byte[] bytes = batch.toString().getBytes(StandardCharsets.UTF_8);
            while (sink.commit(bytes, bytes.length, released, end, new long[SinkLedger.TOTALS]) != Outcome.DONE) {
                betweenAttempts.run();
                LockSupport.parkNanos(sink.retryDelayNs());
            }
            while (sink.flush() != Outcome.DONE) {
                LockSupport.parkNanos(sink.retryDelayNs());
            }
            released = end;
        }
    }

    /** Nothing is logged while the clock goes on. */
    void idleUntil(long nowMillis) {
        clockMillis = nowMillis;
        sink.idle();
    }

    /** Another sink takes its place. */
    void replaceBy(FileLaneSink next) {
        boolean ignored = next.takeOver(sink);
        sink.close();
        sink = next;
        while (sink.recover(true) != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
    }

    void stop() {
        sink.end();
        sink.close();
        sink.forget();
    }

    void close() {
        sink.close();
    }
}
