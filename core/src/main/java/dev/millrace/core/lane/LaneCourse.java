package dev.millrace.core.lane;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.RecordSieve;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * A lane's way through the generations of the plan: where it begins, which switches lie before it, and how it passes
 * them once everything before is out. Guarded by the lane's lock, but for what says otherwise.
 */
final class LaneCourse implements RecordSieve {
    private final Journal journal;
    private final Cursor cursor;
    private final SinkLedger ledger;
    private final StatusLog status;
    private final SinkInUse sink;
    private final RecordRenderer renderer;
    private final LaneInput input;
    private final RenderedBatch rendered;
    // Made by the first reload; null before.
    private final AtomicReference<LaneSwitches> switches = new AtomicReference<>();
    private volatile boolean ended;
    // Where a lane that was added to a running engine begins; null once it has begun there.
    private SwitchPoint joinsAt;
    // Records from here on wait for the next switch.
    private long bound = Long.MAX_VALUE;
    // The sink was removed, and nothing is for it up to the next switch.
    private boolean pausing;
    private volatile boolean waitsForOthers;

    LaneCourse(LaneParts parts, SinkInUse sink, RecordRenderer renderer, LaneInput input, RenderedBatch rendered) {
        this.journal = parts.journal();
        this.cursor = parts.cursor();
        this.ledger = parts.ledger();
        this.status = parts.status();
        this.sink = sink;
        this.renderer = renderer;
        this.input = input;
        this.rendered = rendered;
    }

    /**
     * The lane begins at a point that is not fixed yet, where its cursor is settled by then, and opens its sink as soon as
     * its {@code turn} has come. Where an earlier process has left something to its cursor, the sink writes that, too: then
     * nothing is for it from the start of this process up to the point.
     */
    void joins(SwitchPoint point, LaneParts parts, Turn turn) {
        sink.beginsWhen(turn);
        long start = parts.startPosition();
        if (cursor.position() >= start) {
            joinsAt = point;
            return;
        }
        SwitchPoint left = new SwitchPoint(point.generation() - 1, start, 0);
        left.fix(start, 0);
        cursor.endsAt(start);
        // Somebody may have begun to count what is left.
        cursor.readAgain(0);
        boolean ignored = announce(new LaneSwitch(left, null, null, null));
        ignored = announce(new LaneSwitch(point, parts, null, null));
    }

    /** Whether it begins at a point that it has not seen fixed. The one who reloads only, before that is fixed. */
    boolean joins() {
        return joinsAt != null;
    }

    /** Adds a switch behind those before; false when the lane has ended. Any thread; never waits. */
    boolean announce(LaneSwitch next) {
        switches.compareAndSet(null, new LaneSwitches());
        return switches.get().announce(next);
    }

    /** Whether the lane is behind the switch to that generation, and does nothing of those before. Any thread. */
    boolean hasPassed(int generation) {
        LaneSwitches announced = switches.get();
        return ended || (announced != null && announced.havePassed(generation));
    }

    /** Whether the sink was removed and everything before that is out. Any thread. */
    boolean hasEnded() {
        return ended;
    }

    /** Whether the last attempt to advance ended because the sink may not begin: another lane is at its place. Any thread. */
    boolean waitsForOthers() {
        return waitsForOthers;
    }

    /** Number of the generation that the lane has switched to last; negative when to none. Any thread. */
    int passedGeneration() {
        LaneSwitches announced = switches.get();
        return announced == null ? -1 : announced.passedGeneration();
    }

    /** The switch that comes next; null when there is none. Any thread. */
    LaneSwitch next() {
        LaneSwitches announced = switches.get();
        return announced == null ? null : announced.next();
    }

    /** Journal position from which on records wait for the next switch; as of the last {@link #look}. */
    long bound() {
        return bound;
    }

    /** Looks for a switch that was announced. */
    void look() {
        LaneSwitch next = next();
        bound = next == null ? Long.MAX_VALUE : next.point().bound();
    }

    /**
     * Whether the lane has to look at a record. The point of a switch that is announced later lies behind it; one that
     * was announced before may lie in front of it, and then the next generation says.
     */
    @Override
    public boolean holds(ByteBuffer data, int payloadOffset, int payloadLength) {
        return next() != null || renderer.mayTake(data, payloadOffset, payloadLength);
    }

    /** Does what comes before the next record; false when that is not possible now. */
    boolean mayAdvance() {
        waitsForOthers = false;
        if (joinsAt != null && !join()) {
            return false;
        }
        for (LaneSwitch next = next(); next != null; next = next()) {
            // Fixed first: a point that is fixed between the two is looked at again.
            boolean fixed = next.point().isFixed();
            bound = next.point().bound();
            boolean allIsOut = !rendered.isThere() && input.nextPosition() >= bound;
            if ((!allIsOut || !fixed || !pass(next)) && !giveUpSink()) {
                if (allIsOut) {
                    return false;
                }
                break;
            }
        }
        return !ended && begin();
    }

    private boolean begin() {
        waitsForOthers = !sink.begin();
        return !waitsForOthers;
    }

    private boolean join() {
        if (!joinsAt.isFixed()) {
            return false;
        }
        // It is settled there already, unless that has failed.
        cursor.settle(joinsAt.bound());
        joinsAt = null;
        return true;
    }

    /** Everything before the switch is out. False when it cannot be passed yet. */
    private boolean pass(LaneSwitch next) {
        if (next.parts() == null) {
            if (!begin()) {
                return false;
            }
            if (switches.get().endIfLast(this::end)) {
                return true;
            }
            renderer.useNothing();
            pausing = true;
        } else {
            change(next, next.sink() == null ? null : next.sink().get());
            pausing = false;
        }
        count(next, next.point().bound());
        passed();
        return true;
    }

    /** Says how many events stand before a switch, unless more was skipped than what lies before {@code mostSkipped}. */
    private void count(LaneSwitch before, long mostSkipped) {
        LongSupplier events = ledger.eventsSoFar();
        // Behind that: an overrun that led past the switch may put what stands there into the books at any time.
        if (cursor.skippedTo() <= mostSkipped) {
            before.point().eventsBefore().counted(events);
        }
    }

    private void change(LaneSwitch next, LaneSink successor) {
        exchange(next, successor);
        renderer.use(next.parts(), sink.get());
    }

    private void exchange(LaneSwitch next, LaneSink successor) {
        sink.exchange(next, successor);
        input.stopAhead();
    }

    private void passed() {
        switches.get().passed();
        look();
    }

    private void end() {
        // Also behind an overrun: what stands behind the end is in nobody's books. But not where they lack events.
        count(next(), Cursor.UNCOUNTED - 1);
        sink.end();
        input.drop();
        tellDropped();
        journal.removeCursor(cursor.name());
        ended = true;
    }

    /** Nobody sees its books at the end of the program. */
    private void tellDropped() {
        StringBuilder dropped = new StringBuilder();
        ledger.tellDropped(dropped);
        if (!dropped.isEmpty()) {
            status.add(StatusCode.MR006, "events that were dropped: " + dropped);
        }
    }

    /**
     * Has the sink of a switch that lies ahead write what the present one cannot, or waits to write for one that cannot. False
     * where that can, or keeps what it has taken over, as where its successor has to see each event.
     */
    private boolean giveUpSink() {
        boolean cannotFinish = sink.isBlocked() || (sink.get().isFailing() && (rendered.isThere() || !sink.hasBegun()));
        LaneSwitch next = cannotFinish ? switches.get().bringing(pausing) : null;
        if (next == null) {
            return false;
        }
        LaneSink successor = next.sink().get();
        if (!rendered.isCommitted()) {
            readAgain();
        } else if (successor.takeOver(sink.get()) || (successor.takesWholeBatches() && rendered.takeBack(sink.get()))) {
            input.drop();
            cursor.readAgain(rendered.end());
            // What the successor has is as good as out, and is not counted as lost: what was taken back may be.
            cursor.kept(cursor.keeps(rendered.end()) && rendered.isCommitted());
        } else {
            return false;
        }
        // At once: nobody else has what the successor took over.
        if (pausing) {
            // All that was logged for the sink is out.
            exchange(next, successor);
            renderer.goesTo(successor);
        } else {
            change(next, successor);
            status.add(
                    StatusCode.MR015,
                    "sink " + cursor.name() + ": what was logged before the reload could not be written; it"
                            + " goes where the new configuration says");
        }
        switches.get().passed(next, pausing);
        look();
        return true;
    }

    /** Forgets what was read and not committed: the journal has it still, or has counted it as lost. */
    void readAgain() {
        input.drop();
        renderer.forgets();
        rendered.clear();
        sink.get().forgetBatch();
        cursor.readAgain(0);
    }
}
