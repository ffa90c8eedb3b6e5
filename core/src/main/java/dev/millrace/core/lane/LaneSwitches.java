package dev.millrace.core.lane;

import java.util.ArrayDeque;

/**
 * The switches that a lane has before it. Announced by the one who reloads, passed by the lane under its lock; the
 * announcing never waits for a lane that is stalled.
 */
final class LaneSwitches {
    private static final int NONE_PASSED = -1;

    // Guarded by this.
    private final ArrayDeque<LaneSwitch> announced = new ArrayDeque<>(1);
    private boolean ended;

    private volatile LaneSwitch next;
    private volatile int passedGeneration = NONE_PASSED;

    /** Adds a switch behind those before; false when the lane has ended. */
    synchronized boolean announce(LaneSwitch added) {
        if (ended) {
            return false;
        }
        announced.add(added);
        next = announced.peek();
        return true;
    }

    /** The switch that comes next; null when there is none. */
    LaneSwitch next() {
        return next;
    }

    /** The lane is behind the next switch. */
    synchronized void passed() {
        passedGeneration = announced.remove().point().generation();
        next = announced.peek();
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
