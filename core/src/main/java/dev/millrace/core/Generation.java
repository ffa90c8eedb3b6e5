package dev.millrace.core;

import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.event.Levels;

/**
 * A plan that is in force, with what runs it. Immutable: a reload puts another generation in its place.
 *
 * @param number counts the reloads; kept with each event
 * @param plan the plan
 * @param tree its loggers
 * @param lanes a lane for each of its sinks, in its order
 * @param console watches the consoles among them; null where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; read with each synchronous call.
record Generation(int number, Plan plan, LoggerTree tree, ManagedLane[] lanes, ConsoleWatch console) {
    /** A plan that comes into force; without a console the class that watches them is not loaded. */
    static Generation of(int number, Plan plan, LoggerTree tree, ManagedLane[] lanes, Options options) {
        boolean anyConsole = false;
        for (ManagedLane lane : lanes) {
            anyConsole |= lane.isConsole();
        }
        return new Generation(number, plan, tree, lanes, anyConsole ? new ConsoleWatch(lanes, options) : null);
    }

    /** Whether the program has replaced the standard stream of an asynchronous console: asked with every call. */
    boolean isConsoleReplaced() {
        return console != null && console.isReplaced();
    }

    /**
     * Frames of the caller that the sinks print which events of this logger can reach, by {@code level / 10}; null where
     * none prints any.
     */
    int[] callerFrames(String logger) {
        int[] frames = null;
        for (int i = 0; i < lanes.length; i++) {
            boolean any = lanes[i].callerFrames() > 0;
            for (int level = Levels.TRACE; any && level <= Levels.ERROR; level += Levels.DEBUG) {
                int printed = lanes[i].callerFrames(logger, level);
                if (printed > 0 && lanes[i].mayAccept(level) && tree.sinksOf(logger, level)[i]) {
                    frames = frames == null ? new int[LoggerNode.LEVELS] : frames;
                    frames[level / Levels.DEBUG] = Math.max(frames[level / Levels.DEBUG], printed);
                }
            }
        }
        return frames;
    }

    /** The lowest level that one of the sinks may take which this logger reaches; above all levels where none does. */
    int sinksThreshold(String logger) {
        for (int level = Levels.TRACE; level <= Levels.ERROR; level += Levels.DEBUG - Levels.TRACE) {
            boolean[] reached = tree.sinksOf(logger, level);
            for (int i = 0; i < lanes.length; i++) {
                if (reached[i] && lanes[i].mayAccept(level)) {
                    return level;
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Whether filters are asked with every log call. */
    boolean isTurboFiltered() {
        return !plan.turboFilters().isEmpty();
    }
}
