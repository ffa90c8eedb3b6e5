package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.group.ConsoleGroups;
import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.option.OptionSource;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.sink.StreamKind;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Puts an engine together. Whatever fails on the way is a status, and a simpler engine runs: in memory, at last with a
 * plain console.
 */
final class Bootstrap {
    private static final long JOIN_MILLIS = 300;

    private Bootstrap() {}

    static Engine start(ClassLoader loader) {
        StatusLog status = new StatusLog();
        PlanReading reading = null;
        try {
            reading = PlanSource.read(loader, status);
            Engine engine = start(reading.plan(), status);
            engine.readFrom(reading);
            return engine;
        } catch (RuntimeException | Error e) {
            status.add(
                    StatusCode.MR004,
                    "Millrace cannot run the configuration: everything from DEBUG on goes to the console, through a"
                            + " journal in memory",
                    e);
            Options options = new Options(null, 0, false, null, 1_000, Options.DEFAULT_COMPRESSION_SHARE_PERCENT, 0, 0);
            Plan console = PlanSource.console();
            // What it says of redaction holds for the console, too.
            Plan asked = reading == null ? console : reading.plan();
            OptionSource source = new OptionSource(asked.properties(), asked.source());
            return start(console, options, OpenJournal.inMemory(options, status), source, status);
        }
    }

    /** Starts a plan. */
    static Engine start(Plan plan, StatusLog status) {
        return start(plan, new OptionSource(plan.properties(), plan.source()), status);
    }

    static Engine start(Plan read, OptionSource source, StatusLog status) {
        Plan plan = grouped(read);
        status.showInfo(plan.showStatus());
        Options options = Options.read(source, plan.overflowWish(), status);
        lookAtConsoles(plan);
        return start(plan, options, OpenJournal.open(plan, options, status), source, status);
    }

    /** The plan as the engine runs it: consoles of one stream are one sink. */
    static Plan grouped(Plan plan) {
        int consoles = 0;
        for (SinkPlan sink : plan.sinks()) {
            consoles += sink.console() == null ? 0 : 1;
        }
        // Most have one at most, and need no class for this.
        return consoles > 1 ? ConsoleGroups.in(plan) : plan;
    }

    private static Engine start(Plan plan, Options options, OpenJournal open, OptionSource source, StatusLog status) {
        Archives archives = new Archives(options.compressionSharePercent(), open, status);
        List<ManagedLane> lanes = new ArrayList<>(plan.sinks().size());
        Engine engine = null;
        try {
            EventClock clock = new EventClock();
            LoggerTree tree = new LoggerTree(plan, status);
            CallCounters calls = new CallCounters(open.journal());
            long startMicros = clock.nowMicros();
            LaneBuilder builder = new LaneBuilder(open, plan, calls, tree, startMicros, archives, status);
            for (int i = 0; i < plan.sinks().size(); i++) {
                lanes.add(lane(plan, i, options, builder, status));
            }
            // Not before: a kill until here leaves all that a reboot asks for to the next start.
            open.journal().stampBoot();
            engine = new Engine(new EngineParts(
                    plan,
                    options,
                    status,
                    tree,
                    open,
                    clock,
                    startMicros,
                    calls,
                    lanes,
                    archives,
                    Options.redaction(source, status)));
            engine.begin();
            setJulLevels(plan, status);
            status.add(
                    StatusCode.MR001,
                    "started from " + plan.source() + ", journal "
                            + (open.isPersistent() ? "in " + open.journal().directory() : "in memory"));
            status.printInBackground();
            return engine;
        } catch (RuntimeException | Error e) {
            giveUp(engine, open, archives, lanes, status);
            throw e;
        }
    }

    static void setJulLevels(Plan plan, StatusLog status) {
        if (plan.julLevels() == Plan.JulLevels.UNTOUCHED) {
            return;
        }
        try {
            JulLevelSetter.apply(plan);
        } catch (RuntimeException | LinkageError e) {
            status.add(StatusCode.MR430, "levels could not be passed on to java.util.logging", e);
        }
    }

    /** Before files are opened: one of them may get the number of a stream that is closed. */
    private static void lookAtConsoles(Plan plan) {
        for (SinkPlan sink : plan.sinks()) {
            StandardStream stream = ManagedLane.streamOf(sink);
            StreamKind ignored = stream == null ? null : stream.kind();
        }
    }

    /** A simpler engine will run: nothing of this one does or stays open, and the next start finds the journal as it is. */
    private static void giveUp(
            Engine engine, OpenJournal open, Archives archives, List<ManagedLane> lanes, StatusLog status) {
        boolean giveBack = true;
        try {
            if (engine != null) {
                engine.giveUp();
            }
            for (ManagedLane lane : lanes) {
                lane.stop();
                giveBack &= lane.join(JOIN_MILLIS);
                giveBack &= lane.lane().close(true);
            }
            archives.close(System.nanoTime());
            open.close(false, giveBack);
        } catch (IOException | RuntimeException | Error e) {
            status.add(StatusCode.MR004, "the journal could not be closed in order", e);
        }
    }

    private static ManagedLane lane(Plan plan, int index, Options options, LaneBuilder builder, StatusLog status) {
        SinkPlan sink = plan.sinks().get(index);
        AtomicBoolean synchronous = new AtomicBoolean(isSynchronous(sink, plan, options));
        LaneParts parts = builder.parts(sink, index, synchronous);
        ManagedLane lane = new ManagedLane(sink, parts, new Lane(parts), synchronous);
        if (lane.isConsole()) {
            tellConsole(lane, status);
        }
        if (!lane.isConsole() || lane.isSynchronous()) {
            // As early as the configuration is read, as users know it: the file exists and a wrong place is told.
            lane.lane().open();
        }
        return lane;
    }

    /** Whether those who log write to the sink themselves. */
    static boolean isSynchronous(SinkPlan sink, Plan plan, Options options) {
        if (options.sync() != null) {
            return options.sync();
        }
        StandardStream stream = ManagedLane.streamOf(sink);
        return plan.testSource() || (stream != null && (stream.isReplaced() || stream.kind() == StreamKind.TERMINAL));
    }

    /** Says what a console leads to, and who writes to it. */
    static void tellConsole(ManagedLane lane, StatusLog status) {
        StandardStream stream = lane.stream();
        String leadsTo = stream.isReplaced()
                ? " was replaced by the program"
                : " is " + stream.kind().text();
        status.add(
                StatusCode.MR340,
                "sink " + lane.plan().name() + ": " + stream.title() + leadsTo
                        + (lane.isSynchronous() ? "; calls write to it" : "; it is written to in the background"));
    }
}
