package dev.millrace.core.sift;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.Frame;
import dev.millrace.core.sink.LogFile;
import dev.millrace.core.sink.RollSteps;
import dev.millrace.event.Levels;
import java.nio.file.Path;
import java.util.Arrays;

/** A file, or files that roll, that one or more values' events go to. Guarded by the lane's lock. */
final class SiftTarget {
    private static final int NO_RANGE = -1;

    /** What it is known by: values with the same file share it. */
    final Object identity;

    final String value;
    /** Null where it does not roll. */
    final RollSteps rolls;

    private final AppendFile.Opener opener;
    private final Frame frame;
    private final boolean truncates;
    private LogFile file;
    int users;
    /** Whether it was opened once. */
    boolean begun;

    /** Whether the file that is written to has its header, or needs none. */
    boolean headed;

    boolean refused;
    long checkedNs;
    /** Length of the file before the batch. */
    long offsetBefore;

    // What the batch that is being rendered has for it.
    boolean touched;
    int firstRange = NO_RANGE;
    int lastRange = NO_RANGE;
    int batchBytes;
    final int[] eventsByLevel = new int[Levels.COUNT];

    SiftTarget(
            Object identity,
            String value,
            SinkPlan plan,
            RollSteps rolls,
            Frame frame,
            boolean empties,
            AppendFile.Opener opener) {
        this.identity = identity;
        this.value = value;
        this.rolls = rolls;
        this.opener = opener;
        this.frame = frame;
        if (rolls != null) {
            rolls.carries(frame.carriedBytes());
        }
        this.truncates = empties && plan instanceof SinkPlan.FileSink single && !single.append();
        this.file = new LogFile(
                rolls == null ? ((SinkPlan.FileSink) plan).file().toAbsolutePath() : rolls.activeFile(),
                truncates,
                opener);
    }

    /** What the target of a plan is known by. */
    static Object identity(SinkPlan plan) {
        return plan instanceof SinkPlan.RollingFileSink rolling
                ? rolling.roll()
                : ((SinkPlan.FileSink) plan).file().toAbsolutePath().normalize();
    }

    Frame frame() {
        return frame;
    }

    /** Whether a header is to come before what is written next. */
    boolean owesHeader() {
        return frame.headerBytes() > 0 && !headed;
    }

    /** Whether a footer is to follow what was written. */
    boolean owesFooter() {
        return headed && begun && !refused && frame.footerBytes() > 0;
    }

    /** The file that is written to now. */
    LogFile file() {
        return file;
    }

    /** Whether it is emptied when it is opened for the first time. */
    boolean truncates() {
        return truncates;
    }

    /** The file that is to be written to behind the roll that is decided. */
    LogFile fileBehindRoll() {
        Path active = rolls.activeFile();
        return active.equals(file.path()) ? file : new LogFile(active, false, opener);
    }

    /** Goes on in the file that a roll has left as the active one. */
    void goOnIn(LogFile next) {
        file.close();
        file = next;
        headed = false;
    }

    /** Has a batch's totals say that what it has for this target failed. */
    void failed(long[] totals) {
        for (int i = 0; i < Levels.COUNT; i++) {
            SinkLedger.deliveredFailed(totals, i, eventsByLevel[i]);
        }
    }

    /** Adds how many events a batch has for this target, by level. */
    void addEventsTo(int[] levels) {
        for (int i = 0; i < Levels.COUNT; i++) {
            levels[i] += eventsByLevel[i];
        }
    }

    void clearBatch() {
        touched = false;
        firstRange = NO_RANGE;
        lastRange = NO_RANGE;
        batchBytes = 0;
        Arrays.fill(eventsByLevel, 0);
    }
}
