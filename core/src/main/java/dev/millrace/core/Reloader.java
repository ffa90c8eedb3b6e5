package dev.millrace.core;

import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.lane.LaneSwitch;
import dev.millrace.core.lane.SwitchPoint;
import dev.millrace.core.lane.Turn;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.Journal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Puts another plan in force while events are logged. All lanes go over at one position of the journal: each event goes
 * where exactly one of the two plans says. Levels change when a thread next looks. One reload at a time; none waits for
 * a sink.
 */
final class Reloader {
    private static final long PATIENCE_MILLIS = 1_000;

    private final Engine engine;
    private final JournalForwarding forwarding;
    private final List<ManagedLane> leaving = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean stopped;

    Reloader(Engine engine) {
        this.engine = engine;
        this.forwarding = new JournalForwarding(engine);
    }

    /** Lanes of sinks that were removed, which still finish what was logged before. */
    List<ManagedLane> leaving() {
        if (!leaving.isEmpty()) {
            leaving.removeIf(lane -> lane.lane().hasEnded());
        }
        return leaving;
    }

    /** Removes a note of a home in which nothing is left, but for one that a reload of this process has left. */
    void removeNote(Path home, Path other) {
        forwarding.removeUnlessOwn(home, other);
    }

    /** Nothing is left in the journal. */
    void forgetJournal() {
        if (lock.tryLock()) {
            try {
                forwarding.remove();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * From now on nothing is put in force. Waits for a reload that is under way, but not for long: a disk may stall. False
     * when that is at work all the same.
     */
    boolean stop() {
        stopped = true;
        try {
            if (lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                lock.unlock();
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !lock.isLocked();
    }

    /** Puts a plan in force; false when it is left as it was, which a status tells. */
    boolean apply(Plan plan) {
        // An interrupt closes whatever channel is used.
        boolean interrupted = Thread.interrupted();
        lock.lock();
        try {
            return applyLocked(Bootstrap.grouped(plan));
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean applyLocked(Plan plan) {
        if (stopped || engine.isClosing()) {
            return false;
        }
        Generation before = engine.running();
        if (plan.equals(before.plan())) {
            engine.status().add(StatusCode.MR012, "nothing has changed in " + plan.source());
            return true;
        }
        LeftoverJournals leftovers = engine.housekeeper().leftovers();
        if (!leftovers.leaveOwnCursorsTo(plan)) {
            if (!stopped) {
                engine.status()
                        .add(
                                StatusCode.MR013,
                                plan.source()
                                        + " must wait: what a sink that is gone has left is written; save it again");
            }
            return false;
        }
        try {
            return !stopped && change(before, plan);
        } finally {
            leftovers.reloaded(engine.running().number() != before.number());
        }
    }

    private boolean change(Generation before, Plan plan) {
        Draft draft = new Draft(plan, before);
        try {
            draft.make();
        } catch (RuntimeException | Error e) {
            draft.discard();
            engine.status()
                    .add(StatusCode.MR013, plan.source() + " cannot be run; the configuration stays as it was", e);
            return false;
        }
        forwarding.lead(plan);
        if (stopped) {
            // All this took so long that nobody has waited for it.
            draft.discard();
            return false;
        }
        draft.putInForce();
        Bootstrap.setJulLevels(plan, engine.status());
        engine.status().showInfo(plan.showStatus());
        engine.status().add(StatusCode.MR012, "reloaded from " + plan.source() + ", generation " + draft.generation());
        tellWhatStays(before.plan(), plan);
        return true;
    }

    /**
     * Whether lanes have passed their last switches at a place. One that fails may stay there for long: a sink that is
     * not at the same place for sure does not wait for it, and says so once.
     *
     * @param unsure that sink; null where it is at the same place
     */
    private boolean haveLeft(Map<Lane, Integer> others, String unsure) {
        for (Iterator<Map.Entry<Lane, Integer>> each = others.entrySet().iterator(); each.hasNext(); each.remove()) {
            Map.Entry<Lane, Integer> other = each.next();
            Lane lane = other.getKey();
            if (!lane.hasPassed(other.getValue())) {
                if (unsure == null || !lane.isFailing()) {
                    return false;
                }
                engine.status()
                        .add(
                                StatusCode.MR017,
                                "sink " + unsure + " goes on though sink " + lane.name()
                                        + " still fails; should both write to the same file, its lines are not in order");
            }
        }
        return true;
    }

    private void tellWhatStays(Plan before, Plan after) {
        Set<String> stays = new HashSet<>();
        Set<String> names = new HashSet<>(before.properties().keySet());
        names.addAll(after.properties().keySet());
        for (String name : names) {
            String value = after.properties().get(name);
            String earlier = before.properties().get(name);
            if (name.startsWith("millrace.") && !(value == null ? earlier == null : value.equals(earlier))) {
                stays.add(name);
            }
        }
        if (!after.patterns().captureOptions().equals(before.patterns().captureOptions())) {
            stays.add("packagingData or sequence numbers");
        }
        if (!after.contextName().equals(before.contextName())) {
            stays.add("the context's name in JMX and in the journal's directory");
        }
        boolean block = after.overflowWish() == Plan.OverflowWish.BLOCK;
        if (after.overflowWish() != before.overflowWish()
                && block != engine.options().block()) {
            stays.add("what asynchronous appenders say of a full queue (discardingThreshold, neverBlock)");
        }
        if (!stays.isEmpty()) {
            engine.status()
                    .add(
                            StatusCode.MR014,
                            "changed in " + after.source() + ", in force from the next start on: "
                                    + String.join(", ", stays));
        }
    }

    /** A lane that goes on with the sink of an index. */
    private static final class Change {
        private final ManagedLane lane;
        private final int index;
        private final LaneSwitch at;
        private final boolean synchronous;

        private Change(ManagedLane lane, int index, LaneSwitch at, boolean synchronous) {
            this.lane = lane;
            this.index = index;
            this.at = at;
            this.synchronous = synchronous;
        }
    }

    /** A generation in the making. */
    private final class Draft {
        private final Plan plan;
        private final Generation before;
        private final Journal journal = engine.open().journal();
        private final SwitchPoint point;
        private final LoggerTree tree;
        private final LaneBuilder builder;
        private final ManagedLane[] lanes;
        private final List<Change> changes = new ArrayList<>();
        private final List<ManagedLane> added = new ArrayList<>();
        private final List<ManagedLane> removed = new ArrayList<>();
        // Lanes that write to another standard stream than before.
        private final List<ManagedLane> moved = new ArrayList<>();

        Draft(Plan plan, Generation before) {
            this.plan = plan;
            this.before = before;
            this.point = new SwitchPoint(
                    before.number() + 1, journal.tailPosition(), engine.calls().accepted());
            this.tree = new LoggerTree(plan, engine.status());
            this.builder = new LaneBuilder(
                    engine.open().beside(plan, engine.options()),
                    plan,
                    engine.calls(),
                    tree,
                    engine.startMicros(),
                    engine.archives(),
                    engine.status());
            this.lanes = new ManagedLane[plan.sinks().size()];
        }

        int generation() {
            return point.generation();
        }

        /** Makes everything that can fail. */
        void make() {
            for (int i = 0; i < lanes.length; i++) {
                SinkPlan sink = plan.sinks().get(i);
                ManagedLane known = laneOf(sink.name());
                if (known == null) {
                    add(sink, i);
                } else {
                    change(known, sink, i);
                }
            }
            for (ManagedLane lane : before.lanes()) {
                if (!contains(plan, lane.plan().name())) {
                    removed.add(lane);
                }
            }
        }

        private ManagedLane laneOf(String sink) {
            for (ManagedLane lane : engine.lanes()) {
                if (lane.plan().name().equals(sink)) {
                    return lane;
                }
            }
            return null;
        }

        private void change(ManagedLane known, SinkPlan sink, int index) {
            LaneParts parts = builder.changed(known.parts(), sink, index);
            Supplier<LaneSink> replacement =
                    goesOnAs(known, sink) ? null : () -> builder.successor(sink, parts.layout(), known.synchronous());
            LaneSwitch at = new LaneSwitch(point, parts, replacement, behindOthers(sink, known));
            boolean synchronous = Bootstrap.isSynchronous(sink, plan, engine.options());
            changes.add(new Change(known, index, at, synchronous));
            lanes[index] = known;
        }

        private void add(SinkPlan sink, int index) {
            AtomicBoolean synchronous = new AtomicBoolean(Bootstrap.isSynchronous(sink, plan, engine.options()));
            LaneParts parts = builder.joining(sink, index, synchronous, point);
            Lane lane = Lane.joining(parts, point, behindOthers(sink, null));
            lanes[index] = new ManagedLane(sink, parts, lane, synchronous);
            added.add(lanes[index]);
        }

        /** Behind all other lanes that write to the place of a sink until the switch. */
        private Turn behindOthers(SinkPlan sink, ManagedLane own) {
            Map<Lane, Integer> surely = othersAt(sink, own, true);
            Map<Lane, Integer> perhaps = othersAt(sink, own, false);
            return new Turn() {
                @Override
                public boolean hasCome() {
                    return haveLeft(surely, null) && haveLeft(perhaps, sink.name());
                }

                @Override
                public boolean isBlocked() {
                    for (Map.Entry<Lane, Integer> other : surely.entrySet()) {
                        if (staysFailing(other)) {
                            return true;
                        }
                    }
                    return false;
                }
            };
        }

        private static boolean staysFailing(Map.Entry<Lane, Integer> other) {
            return !other.getKey().hasPassed(other.getValue()) && other.getKey().isFailing();
        }

        private Map<Lane, Integer> othersAt(SinkPlan sink, ManagedLane own, boolean surely) {
            Map<Lane, Integer> others = new LinkedHashMap<>();
            for (ManagedLane lane : engine.lanes()) {
                boolean isThere = Destination.isSamePlace(lane.plan(), sink, surely);
                boolean stays = staysWhereItIs(lane);
                boolean leavesNow = isThere && !stays && !leaving.contains(lane);
                int last = leavesNow ? point.generation() : lane.lastAt(sink, surely);
                if (lane != own && last >= 0 && !(isThere && stays)) {
                    others.put(lane.lane(), last);
                }
            }
            return others;
        }

        private boolean staysWhereItIs(ManagedLane lane) {
            for (SinkPlan sink : plan.sinks()) {
                if (sink.name().equals(lane.plan().name())) {
                    return goesOnAs(lane, sink);
                }
            }
            return false;
        }

        /** Whether a lane keeps what it has open. One that was leaving comes back behind those that came meanwhile. */
        private boolean goesOnAs(ManagedLane lane, SinkPlan sink) {
            return !leaving.contains(lane) && Destination.isSame(lane.plan(), sink);
        }

        void discard() {
            for (ManagedLane lane : added) {
                lane.lane().close(true);
                if (lane.lane().joins()) {
                    journal.removeCursor(lane.lane().name());
                }
            }
        }

        /** The order matters: all lanes hear of the switch before its position is fixed, behind all that was read. */
        void putInForce() {
            try {
                for (ManagedLane lane : removed) {
                    lane.lane().announce(new LaneSwitch(point, null, null, null));
                    lane.planEndsAt(point.generation());
                    lane.parts().ledger().leaves(point.eventsBefore());
                    leaving.add(lane);
                }
                for (Change change : changes) {
                    announce(change);
                }
                engine.run(Generation.of(point.generation(), plan, tree, lanes, engine.options()));
                // Only now: calls find a lane that comes back among those that leave, or among those that run.
                leaving.removeAll(List.of(lanes));
            } finally {
                fix();
            }
            engine.bringLoggers();
            for (ManagedLane lane : lanes) {
                lane.startIfPossible();
                if (lane.isConsole() && (added.contains(lane) || moved.contains(lane))) {
                    Bootstrap.tellConsole(lane, engine.status());
                }
            }
            for (ManagedLane lane : engine.lanes()) {
                lane.wake();
                if (lane.isSynchronous()) {
                    lane.lane().passSwitches();
                }
            }
            for (ManagedLane lane : added) {
                if (lane.isSynchronous()) {
                    // Behind those that leave the place to it: a header is there as soon as the plan is in force.
                    lane.lane().glance();
                }
            }
        }

        /**
         * New cursors are there first: behind a kill they begin where all lanes go over, and none of those has passed that
         * before it is fixed.
         */
        private void fix() {
            long position = journal.tailPosition();
            try {
                for (ManagedLane lane : added) {
                    if (lane.lane().joins()) {
                        lane.parts().cursor().settle(position);
                    }
                    lane.parts().cursor().resumesAt(position);
                }
                for (ManagedLane lane : removed) {
                    lane.parts().cursor().endsAt(position);
                }
                for (Change change : changes) {
                    // One that was leaving comes back.
                    change.at.parts().cursor().resumesAt(position);
                }
            } finally {
                point.fix(position, engine.calls().accepted());
            }
        }

        private void announce(Change change) {
            ManagedLane lane = change.lane;
            SinkPlan sink = plan.sinks().get(change.index);
            if (lane.lane().announce(change.at)) {
                StandardStream stream = lane.stream();
                change.at.parts().ledger().leaves(null);
                lane.becomes(sink, change.at.parts(), change.synchronous, point.generation());
                if (lane.stream() != stream) {
                    moved.add(lane);
                }
            } else {
                // It was leaving, and has left in this moment.
                add(sink, change.index);
            }
        }

        private static boolean contains(Plan plan, String name) {
            for (SinkPlan sink : plan.sinks()) {
                if (sink.name().equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
