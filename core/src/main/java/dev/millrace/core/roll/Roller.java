package dev.millrace.core.roll;

import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.RollPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Decides which file events go to. Events are offered in the order in which they are written; their own time decides.
 * Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public interface Roller {
    /** A roller for a plan. */
    static Roller of(RollPlan plan) {
        return of(plan, null);
    }

    /** A roller for a plan, which starts by what others have found in the same folder; null: it looks itself. */
    static Roller of(RollPlan plan, Folders folders) {
        return plan instanceof RollPlan.Periodic periodic
                ? new PeriodicRoller(periodic, folders)
                : new WindowRoller((RollPlan.Window) plan);
    }

    /** Finds out from the files that there are where to go on, at the time {@code nowMillis}. */
    void start(long nowMillis);

    /** Goes on where a process before stood. */
    void restore(RollMark mark);

    /** Where the sink stands now. */
    RollMark mark();

    /** The file that events go to now. */
    Path activeFile();

    /** Whether an event of that time must not go to the active file, which has that many bytes. */
    boolean isDue(long eventMicros, long fileBytes);

    /**
     * Whether the active file's period is over by the clock, so that it can be rolled before the next event comes; or never
     * was, because the clock was far ahead when it began.
     */
    boolean isOver(long clockMicros);

    /** Says which file an event of that time belongs to, and what is to be done with the one before; changes nothing. */
    RollTurn roll(long eventMicros);

    /** Goes on to the file that {@link #roll} has said; allocates nothing, so that it is done or not begun. */
    void goOn(RollTurn turn);

    /** What is left of a roll that was interrupted behind the step of that mark. */
    List<RollStep> resume(RollMark mark);

    /** Removes files that are too old or too many; run in the background, now and then. */
    void clean(long nowMillis, BiConsumer<Path, Exception> notRemoved);

    /** Whether {@link #clean} has anything to do. */
    boolean cleans();

    /** Whether it is to be done at the start. */
    boolean cleansAtStart();

    /** The folder in or below which its rolled files are. */
    Path base();

    /** Files there that processes before have rolled and not compressed. */
    List<ArchiveJob> unfinished();
}
