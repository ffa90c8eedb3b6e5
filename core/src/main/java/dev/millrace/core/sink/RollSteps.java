package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.FileMover;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.RollStep;
import dev.millrace.core.roll.RollTurn;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The rolls of one file sink: decided when an event is looked at, done before its batch is committed. A roll that
 * cannot be done is given up, and the file goes on being written to. Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class RollSteps {
    // A call takes its time before its event is in the journal; the period's last lines are waited for.
    private static final long LATE_MILLIS = 500;

    private final String sink;
    private final Roller roller;
    private final ArchiveQueue archives;
    private final boolean frozen;
    private final boolean prudent;
    private final RollFiles files;
    private final FileMover mover;
    private final LongSupplier nowMillis;
    private final long startMillis;
    private final StatusLog status;
    private final ArrayDeque<RollStep> steps = new ArrayDeque<>();
    private long fileBytes;
    private int carriedBytes;
    // What counts of a file that a roll has brought before its first event.
    private int countedBefore;
    private long rolledMillis;
    private boolean decided;
    // Before the rolls that are decided.
    private RollMark markBefore;
    // An earlier process stands behind the roller's period.
    private boolean restored;
    // The active file was made by this start, and nothing was written to it.
    private boolean unwritten;

    /** Finds out where to go on, now. */
    public RollSteps(String sink, Rolling rolling, StatusLog status) {
        this(sink, rolling, rolling.nowMillis().getAsLong(), status);
    }

    /** Finds out where to go on at a point in time: that of the first event. */
    public RollSteps(String sink, Rolling rolling, long startMillis, StatusLog status) {
        this.sink = sink;
        this.roller = rolling.roller();
        this.archives = rolling.archives();
        this.frozen = rolling.frozen();
        this.prudent = rolling.prudent();
        this.files = rolling.files();
        this.mover = new FileMover(files, archives);
        this.nowMillis = rolling.nowMillis();
        this.startMillis = startMillis;
        this.status = status;
        roller.start(startMillis);
    }

    /** What each file counts, behind a roll, before its first event. */
    public void carries(int bytes) {
        carriedBytes = bytes;
    }

    FileMover mover() {
        return mover;
    }

    /** The file that events go to now. */
    public Path activeFile() {
        return roller.activeFile();
    }

    /** Where the roller stands. */
    public RollMark mark() {
        return roller.mark();
    }

    /** Where the roller stood when the file that is still open was begun. */
    public RollMark markOfFile() {
        return decided && markBefore != null ? markBefore : roller.mark();
    }

    /** Goes on where an earlier process's last batch, or step of a roll, left off. */
    public void restore(OutboxBatch batch) {
        if (batch.roll() != null) {
            roller.restore(batch.roll());
            restored = true;
            if (batch.move() != null && !frozen) {
                steps.addAll(roller.resume(batch.roll()));
                decided = !steps.isEmpty();
            }
        }
    }

    /** Goes on where the roller stood when an earlier process's last batch was committed, or behind what was rolled since. */
    public void restore(RollMark mark) {
        roller.restore(mark);
        if (isGone() && roller.isDue(TimeUnit.MILLISECONDS.toMicros(startMillis), 0)) {
            roller.start(startMillis);
        }
    }

    /** Finds out again where to go on: what stood here before may have gone on rolling since. */
    void lookAgain() {
        long millis = nowMillis.getAsLong();
        if (!frozen && !restored && millis > startMillis) {
            roller.start(millis);
        }
    }

    /** The active file is about to be opened for the first time; it may have been rolled before, and the clock set back. */
    public void beginning() throws IOException {
        if (!frozen) {
            mover.unmark(roller.activeFile());
        }
    }

    /** Whether the clock has rolled the active file before a kill: the next one is created by its first line. */
    boolean wasRolledAtClock() {
        return restored && isGone() && roller.isOver(TimeUnit.MILLISECONDS.toMicros(nowMillis.getAsLong()));
    }

    private boolean isGone() {
        return !frozen && files.identity(roller.activeFile()) == FileIdentity.NONE;
    }

    /** The active file was opened at the start, or is to be written to. */
    public void startAt(long bytes) {
        fileBytes = bytes;
        unwritten = restored && bytes == 0;
    }

    /** Bytes were appended to it at that offset, which lies in front of what is counted where somebody has emptied it. */
    public void added(int bytes, long offset) {
        // A header may come with them.
        fileBytes = Math.min(fileBytes, offset + carriedBytes) + bytes;
        unwritten &= bytes == 0;
    }

    /** Others may have written to the active file, or it is another one by now. */
    void askLength() {
        fileBytes = files.length(roller.activeFile());
    }

    /**
     * Starts what is to be done in the background at the start.
     *
     * @param searched the folder in which the one that began before has found what is not compressed; null: none has
     * @return the same for the one that begins next
     */
    public Path begun(Path searched) {
        if (frozen) {
            return searched;
        }
        Path base = roller.base();
        if (!base.equals(searched)) {
            archives.then(this::compressUnfinished);
        }
        if (roller.cleansAtStart()) {
            clean(startMillis);
        }
        return base;
    }

    private void compressUnfinished() {
        for (ArchiveJob job : roller.unfinished()) {
            if (!files.isSame(job.original(), roller.activeFile())) {
                archives.compress(job);
            }
        }
    }

    private void clean(long millis) {
        archives.then(() -> roller.clean(
                millis,
                (file, why) -> status.add(
                        StatusCode.MR324,
                        "sink " + sink + ": " + file + " is too old or too much and cannot be removed",
                        why)));
    }

    /** Whether what was rendered must be committed before an event; if nothing was, its roll is decided. */
    public boolean cutBefore(long eventMicros, int batchBytes) {
        if (prudent && batchBytes == 0) {
            askLength();
        }
        if (frozen || !roller.isDue(eventMicros, countedBefore + fileBytes + batchBytes)) {
            return false;
        }
        if (batchBytes > 0) {
            return true;
        }
        decide(eventMicros);
        return false;
    }

    /** Whether a roll is decided, or is by now because the clock asks for it and the file has lines. */
    public boolean isDueAtClock() {
        if (decided || frozen || fileBytes == 0) {
            return decided;
        }
        long micros = TimeUnit.MILLISECONDS.toMicros(nowMillis.getAsLong() - LATE_MILLIS);
        if (roller.isOver(micros)) {
            decide(micros);
        }
        return decided;
    }

    private void decide(long micros) {
        if (!decided) {
            markBefore = roller.mark();
        }
        do {
            rollOn(micros);
            if (prudent) {
                // Other processes may have filled the next one already.
                askLength();
            }
            // By size only: no calendar keeps the lane here.
        } while (prudent && roller.isDue(Long.MIN_VALUE, fileBytes));
    }

    private void rollOn(long micros) {
        Path before = roller.activeFile();
        RollTurn turn = roller.roll(micros);
        if (!unwritten) {
            steps.addAll(turn.steps());
        } else if (!prudent && !before.equals(turn.active()) && files.length(before) == 0) {
            steps.add(new RollStep(before, null, turn.mark(), null));
        }
        // From here on without allocating: a full heap finds the roll decided, or not begun.
        roller.goOn(turn);
        unwritten = false;
        countedBefore = prudent ? 0 : carriedBytes;
        fileBytes = 0;
        rolledMillis = TimeUnit.MICROSECONDS.toMillis(micros);
        decided = true;
    }

    /** Whether {@link #run} has anything to do. */
    public boolean areDecided() {
        return decided;
    }

    /**
     * Does the steps that are decided.
     *
     * @param openIdentity identity of the file that was written to; {@link FileIdentity#NONE} when none was
     * @throws IOException when that must be tried again before anything else is written
     */
    public void run(Outbox outbox, long openIdentity) throws IOException {
        for (RollStep step = steps.peek(); step != null; step = steps.peek()) {
            try {
                finishPending(outbox);
                if (!isDoneByOthers(step, openIdentity)) {
                    run(step, outbox);
                }
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                if (outbox.isPending()) {
                    throw e;
                }
                steps.clear();
                status.add(
                        StatusCode.MR320,
                        "sink " + sink + ": " + step.from() + " cannot be "
                                + (step.to() == null ? "removed" : "rolled to " + step.to())
                                + "; the file goes on being written to",
                        e);
                break;
            }
            steps.poll();
        }
        mover.unmark(roller.activeFile());
        if (roller.cleans() && rolledMillis > 0) {
            clean(rolledMillis);
        }
        // Last: where memory is short before, the caller comes back, and goes on to the active file then.
        decided = false;
    }

    private void finishPending(Outbox outbox) throws IOException {
        if (outbox.isPending() && outbox.batch().move() != null) {
            mover.finish(outbox);
        }
    }

    /** Another process that writes to the same file has rolled it, and the path leads to the one after. */
    private boolean isDoneByOthers(RollStep step, long openIdentity) {
        long identity = files.identity(step.from());
        return step.from().equals(roller.activeFile())
                && openIdentity != FileIdentity.NONE
                && identity != openIdentity
                && identity != FileIdentity.UNKNOWN;
    }

    private void run(RollStep step, Outbox outbox) throws IOException {
        refuseOntoItself(step);
        if (step.from().equals(step.to())) {
            if (step.archive() != null && files.identity(step.from()) != FileIdentity.NONE) {
                mover.mark(step.archive());
                archives.compress(step.archive());
            }
            return;
        }
        mover.move(outbox, step);
        if (step.archive() != null) {
            archives.compress(step.archive());
        }
    }

    /** Lines go on to this file: it may not go, nor may a thread in the background compress it. */
    private void refuseOntoItself(RollStep step) throws IOException {
        if (!files.isSame(step.from(), roller.activeFile())) {
            return;
        }
        if (step.to() == null) {
            throw new IOException("it is the file that is written to");
        }
        if (files.isSame(step.from(), step.to())) {
            throw new IOException("both names lead to the same file");
        }
    }
}
