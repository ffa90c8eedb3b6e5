package dev.millrace.core.lane;

import java.util.ArrayList;
import java.util.List;

/**
 * The switches that a lane has before it. Announced by the one who reloads, passed by the lane under its lock; the
 * announcing never waits for a lane that is stalled.
 */
final class LaneSwitches {
    private static final int NONE_PASSED = -1;

    // Guarded by this.
    private final List<LaneSwitch> announced = new ArrayList<>(1);
    private boolean ended;

    private volatile LaneSwitch next;
    private volatile int passedGeneration = NONE_PASSED;

    /** Adds a switch behind those before; false when the lane has ended. */
    synchronized boolean announce(LaneSwitch added) {
        if (ended) {
            return false;
        }
        announced.add(added);
        look();
        return true;
    }

    /** The switch that comes next; null when there is none. */
    LaneSwitch next() {
        return next;
    }

    /** The lane is behind the next switch. */
    synchronized void passed() {
        passedGeneration = announced.remove(0).point().generation();
        look();
    }

    private void look() {
        next = announced.isEmpty() ? null : announced.get(0);
    }

    /**
     * The first switch that is fixed and brings a sink which may take the place of the present one, but for sinks that would
     * wait for one that fails, where another follows; null without.
     *
     * @param pausing nothing is for the sink up to the next switch
     */
    synchronized LaneSwitch bringing(boolean pausing) {
        boolean removed = pausing;
        LaneSwitch blocked = null;
        for (LaneSwitch each : announced) {
            removed |= each.parts() == null;
            if (each.sink() != null && !each.point().isFixed()) {
                break;
            }
            if (each.sink() != null && !each.turn().isBlocked()) {
                // A removal is passed in its turn only, and whom this sink waits for may wait for that.
                return !removed || each.turn().hasCome() ? each : blocked;
            }
            if (each.sink() != null && !removed && blocked == null) {
                blocked = each;
            }
        }
        return blocked;
    }

    /**
     * The lane goes on as that switch says already. It is behind those before, too, but for a removal: from there on nothing
     * is for the sink, up to the next one.
     *
     * @param pausing that is so already
     */
    synchronized void passed(LaneSwitch early, boolean pausing) {
        int count = announced.indexOf(early) + 1;
        for (; count > 0 && !pausing && next.parts() != null; count--) {
            passed();
        }
        for (int i = 0; i < count; i++) {
            LaneSwitch each = announced.get(i);
            if (each.parts() != null) {
                announced.set(i, new LaneSwitch(each.point(), early.parts(), null, null));
            }
        }
        look();
    }

    /** Ends the lane if no switch follows the next one; {@code last} runs before anybody can hear of the end. */
    synchronized boolean endIfLast(Runnable last) {
        if (announced.size() > 1) {
            return false;
        }
        last.run();
        ended = true;
        passed();
        return true;
    }

    /** Number of the generation behind the last switch that was passed; negative when none was. Any thread. */
    int passedGeneration() {
        return passedGeneration;
    }

    /** Whether the lane is behind the switch to that generation. Any thread. */
    boolean havePassed(int generation) {
        return passedGeneration >= generation;
    }
}
