package dev.millrace.core;

import dev.millrace.core.option.Options;
import dev.millrace.core.sink.StandardStream;

/**
 * Notices that the program replaces a standard stream that an asynchronous console writes to: what captures output
 * expects it there when the log call returns, and what logs must not log what it has logged.
 */
final class ConsoleWatch {
    private final ManagedLane[] lanes;
    private final boolean staysAsynchronous;
    // Cleared by the thread that makes the consoles of the stream synchronous; seeing that late costs another look.
    private boolean watchesOut;
    private boolean watchesErr;

    ConsoleWatch(ManagedLane[] lanes, Options options) {
        this.lanes = lanes;
        this.staysAsynchronous = options.sync() != null;
        this.watchesOut = hasAsynchronous(StandardStream.OUT);
        this.watchesErr = hasAsynchronous(StandardStream.ERR);
    }

    private boolean hasAsynchronous(StandardStream stream) {
        for (ManagedLane lane : lanes) {
            if (lane.isConsole() && lane.stream() == stream && !lane.isSynchronous()) {
                return true;
            }
        }
        return false;
    }

    /** A load and a compare for each stream on the way of every call; nothing where no console is asynchronous. */
    boolean isReplaced() {
        return (watchesOut && StandardStream.OUT.isReplaced()) || (watchesErr && StandardStream.ERR.isReplaced());
    }

    /**
     * What was logged before the program has set a stream goes to where the one before leads, as far as that takes it:
     * waits until the consoles have written what stands before {@code tail}. False when none has, because it leads to
     * nobody who reads.
     */
    boolean awaitWritten(long tail) {
        boolean waited = false;
        boolean written = false;
        for (ManagedLane lane : lanes) {
            if (lane.isConsole()
                    && !lane.isSynchronous()
                    && lane.stream().isReplaced()
                    && !(staysAsynchronous && lane.lane().followsStream())) {
                waited = true;
                written |= lane.awaitWritten(tail);
            }
        }
        return written || !(waited || staysAsynchronous);
    }

    /**
     * From now on those who log drive the consoles whose stream was replaced, or their threads write to what has replaced
     * it; but for those that still write to the one before.
     */
    void follow() {
        for (ManagedLane lane : lanes) {
            if (lane.isConsole() && lane.stream().isReplaced() && lane.hasWritten()) {
                if (staysAsynchronous) {
                    lane.lane().followStream();
                } else {
                    lane.becomeSynchronous();
                }
            }
        }
        watchesOut = watchesOut && hasAsynchronous(StandardStream.OUT);
        watchesErr = watchesErr && hasAsynchronous(StandardStream.ERR);
    }
}
