package dev.millrace.core;

import dev.millrace.core.option.Options;
import dev.millrace.core.sink.StandardStream;

/**
 * Notices that the program replaces a standard stream that an asynchronous console writes to: what captures output
 * expects it there when the log call returns.
 */
final class ConsoleWatch {
    private final ManagedLane[] lanes;
    private final boolean watches;

    ConsoleWatch(ManagedLane[] lanes, Options options) {
        this.lanes = lanes;
        boolean found = false;
        for (ManagedLane lane : lanes) {
            found |= lane.isConsole() && !lane.isSynchronous();
        }
        this.watches = found && options.sync() == null;
    }

    /** Two loads and compares on the way of every call; nothing where no console is asynchronous. */
    boolean isReplaced() {
        return watches && (StandardStream.OUT.isReplaced() || StandardStream.ERR.isReplaced());
    }

    void becomeSynchronous() {
        for (ManagedLane lane : lanes) {
            if (lane.isConsole()) {
                lane.becomeSynchronous();
            }
        }
    }
}
