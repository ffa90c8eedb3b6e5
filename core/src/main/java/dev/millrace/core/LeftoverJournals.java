package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.option.DefaultBudget;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.JournalSlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Finishes, in the background, what processes that died have left: cursors of this journal whose sinks are gone from
 * the configuration, and journals of this identity that nobody owns any more.
 */
final class LeftoverJournals {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long STOP_MILLIS = 500;

    private final Engine engine;
    private Thread thread;
    private volatile boolean stopped;

    LeftoverJournals(Engine engine) {
        this.engine = engine;
    }

    /** Starts the recovery unless that was done. */
    synchronized void start() {
        if (thread == null && engine.open().isPersistent() && !stopped) {
            Thread made = new Thread(this::run, "millrace-recovery");
            made.setDaemon(true);
            made.setContextClassLoader(null);
            made.start();
            thread = made;
        }
    }

    /** Asks the recovery to end after its step; what is not finished is left for the next start. */
    void stop() {
        stopped = true;
        Thread current;
        synchronized (this) {
            current = thread;
        }
        if (current == null) {
            return;
        }
        LockSupport.unpark(current);
        try {
            current.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            new OrphanCursors(engine.open(), engine.plan(), engine.status()).finish();
        } catch (RuntimeException | Error e) {
            engine.status().add(StatusCode.MR010, "cursors of sinks that are gone could not be finished", e);
        }
        try {
            Path home = engine.open().home();
            for (JournalSlot slot : JournalSlot.claimAbandoned(home, new JournalNews(engine.status()))) {
                finish(slot, home);
            }
            JournalSlot.removeExpired(home.getParent(), new JournalNews(engine.status()));
        } catch (RuntimeException | Error e) {
            engine.status().add(StatusCode.MR010, "journals of earlier processes could not be looked for", e);
        }
    }

    private void finish(JournalSlot slot, Path home) {
        if (stopped) {
            slot.close();
            return;
        }
        OpenJournal open;
        try {
            long budgetBytes = engine.options().budgetBytes();
            open = OpenJournal.openSlot(
                    slot,
                    home,
                    budgetBytes == 0 ? DefaultBudget.bytesFor(slot.directory()) : budgetBytes,
                    false,
                    new JournalNews(engine.status()));
        } catch (IOException | RuntimeException | Error e) {
            slot.close();
            engine.status()
                    .add(
                            StatusCode.MR010,
                            "the journal " + slot.directory() + " of an earlier process could not be opened; it is"
                                    + " left as it is",
                            e);
            return;
        }
        List<Lane> lanes = new ArrayList<>();
        boolean drained = false;
        // Its lanes may have files open that the running engine rolls meanwhile.
        engine.archivist().hold();
        try {
            addLanes(open, lanes);
            drained = drain(lanes);
            if (drained) {
                new OrphanCursors(open, engine.plan(), engine.status()).finish();
            }
        } finally {
            close(open, lanes, drained);
            engine.archivist().release();
        }
    }

    private void addLanes(OpenJournal open, List<Lane> lanes) {
        LaneBuilder builder = new LaneBuilder(
                open,
                engine.plan(),
                new CallCounters(open.journal()),
                engine.tree(),
                engine.clock().nowMicros(),
                engine.archivist(),
                engine.status());
        List<SinkPlan> sinks = engine.plan().sinks();
        for (int i = 0; i < sinks.size(); i++) {
            if (sinks.get(i) instanceof SinkPlan.FileSink file) {
                // The running engine has emptied the file already where that is asked for.
                lanes.add(builder.file(file, i, true));
            } else if (sinks.get(i) instanceof SinkPlan.RollingFileSink rolling) {
                lanes.add(builder.rollingFile(rolling, i, true));
            } else if (sinks.get(i) instanceof SinkPlan.ConsoleSink console) {
                lanes.add(builder.console(console, i, new AtomicBoolean()));
            } else if (sinks.get(i) instanceof SinkPlan.SiftingSink sifting) {
                lanes.add(
                        sifting.console() == null
                                ? builder.sifting(sifting, i, true)
                                : builder.siftingConsole(sifting, i, new AtomicBoolean()));
            }
        }
    }

    private boolean drain(List<Lane> lanes) {
        while (!stopped) {
            boolean progress = false;
            boolean drained = true;
            for (Lane lane : lanes) {
                progress |= lane.step();
                drained &= lane.isDrained();
            }
            if (drained && !progress) {
                return true;
            }
            if (!progress) {
                LockSupport.parkNanos(RETRY_NS);
                Thread.interrupted();
            }
        }
        return false;
    }

    private void close(OpenJournal open, List<Lane> lanes, boolean drained) {
        Path directory = open.journal().directory();
        try {
            for (Lane lane : lanes) {
                lane.close(drained);
            }
            open.close(drained, true);
            if (drained) {
                engine.status()
                        .add(StatusCode.MR009, "the journal " + directory + " of a process that had died was finished");
            }
        } catch (IOException | RuntimeException e) {
            engine.status().add(StatusCode.MR010, "the journal " + directory + " could not be closed in order", e);
        }
    }
}
