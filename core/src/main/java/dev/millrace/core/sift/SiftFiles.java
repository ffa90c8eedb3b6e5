package dev.millrace.core.sift;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.FileMover;
import dev.millrace.core.roll.Folders;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileTrouble;
import dev.millrace.core.sink.Frame;
import dev.millrace.core.sink.LogFile;
import dev.millrace.core.sink.RollSteps;
import dev.millrace.core.sink.Rolling;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The files of one sink's values. A file that cannot be opened for a reason of its own loses its own events; any other
 * failure is worth waiting for. Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class SiftFiles {
    private static final long CHECK_INTERVAL_NS = 1_000_000_000;
    // Thousands of files are not asked at every look of an idle lane.
    private static final long CHECK_INTERVAL_MILLIS = 1000;
    private static final int MAX_INTERRUPTS = 1000;

    private final String sink;
    private final ArchiveQueue archives;
    private final boolean frozen;
    private final boolean empties;
    private final RollFiles rollFiles;
    private final AppendFile.Opener opener;
    private final StatusLog status;
    private final LongSupplier nowMillis;
    private final OpenTargets open;
    private final Map<Object, SiftTarget> byIdentity = new HashMap<>();
    private final Map<String, RollMark> marks = new HashMap<>();
    // Given up, with a footer to come.
    private final List<SiftTarget> ending = new ArrayList<>();
    private long clockSeenMillis;
    // Thousands of values may be new in one batch.
    private final Folders folders = new Folders();
    // Where the last one has had files looked for: most values have the same folder, with the files of all.
    private Path searched;

    /**
     * Files of the operating system.
     *
     * @param archives takes the files that were rolled
     * @param frozen whether another sink rolls these files
     * @param empties false: files whose plans ask to be emptied are appended to, because another sink has emptied them
     */
    public static SiftFiles of(
            String sink,
            Archivist archives,
            boolean frozen,
            boolean empties,
            AppendFile.Opener opener,
            StatusLog status) {
        return new SiftFiles(
                sink,
                archives,
                frozen,
                empties,
                RollFiles.REAL,
                opener,
                OpenFileLimit.ofThisProcess(),
                System::currentTimeMillis,
                status);
    }

    SiftFiles(
            String sink,
            ArchiveQueue archives,
            boolean frozen,
            boolean empties,
            RollFiles rollFiles,
            AppendFile.Opener opener,
            int maxOpen,
            LongSupplier nowMillis,
            StatusLog status) {
        this.sink = sink;
        this.archives = archives;
        this.frozen = frozen;
        this.empties = empties;
        this.rollFiles = rollFiles;
        this.opener = opener;
        this.open = new OpenTargets(maxOpen, opener);
        this.nowMillis = nowMillis;
        this.status = status;
    }

    AppendFile.Opener opener() {
        return opener;
    }

    FileMover mover() {
        return new FileMover(rollFiles, archives);
    }

    /** Has a value's roller go on where that of an earlier process stood. */
    void restore(String value, RollMark mark) {
        marks.put(value, mark);
    }

    /** Whether a key with this sink can be added before the batch is out. */
    boolean mayAdd(SinkPlan plan) {
        SiftTarget target = plan instanceof SinkPlan.ConsoleSink ? null : byIdentity.get(SiftTarget.identity(plan));
        // One that was given up and is to be emptied for the next: what it has in the batch goes out first.
        return target == null || target.users > 0 || !(target.truncates() || target.frame() != Frame.NONE);
    }

    /** A key is added, by an event of that time; its {@code plan} is not null. */
    void added(SiftKey key, long millis) {
        key.target = use(key.plan, key.value, millis);
        if (!key.target.begun) {
            try {
                begin(key.target);
            } catch (IOException | RuntimeException e) {
                refuseOrWait(key.target, e);
            }
        }
    }

    private SiftTarget use(SinkPlan plan, String value, long millis) {
        Object identity = SiftTarget.identity(plan);
        SiftTarget target = byIdentity.get(identity);
        if (target == null) {
            // Headers and footers are written by the sink that rolls, too.
            Frame frame = frozen ? Frame.NONE : Frame.of(plan, Sifter.charset(plan));
            target = new SiftTarget(identity, value, plan, rolls(plan, value, millis), frame, empties, opener);
            byIdentity.put(identity, target);
            if (target.truncates()) {
                forgetFooterOf(identity);
            }
        }
        target.users++;
        return target;
    }

    /** The file is emptied, so that a footer would come behind its end. */
    private void forgetFooterOf(Object identity) {
        for (Iterator<SiftTarget> each = ending.iterator(); each.hasNext(); ) {
            SiftTarget target = each.next();
            if (target.identity.equals(identity)) {
                open.close(target);
                each.remove();
            }
        }
    }

    private RollSteps rolls(SinkPlan plan, String value, long millis) {
        if (!(plan instanceof SinkPlan.RollingFileSink rolling)) {
            return null;
        }
        Rolling how = new Rolling(Roller.of(rolling.roll(), folders), archives, frozen, rollFiles, nowMillis);
        RollSteps rolls = new RollSteps(sink, how, millis, status);
        RollMark mark = marks.remove(value);
        if (mark != null) {
            rolls.restore(mark);
        }
        return rolls;
    }

    private void begin(SiftTarget target) throws IOException {
        if (!target.begun && target.rolls != null) {
            target.rolls.beginning();
        }
        open.open(target);
        target.refused = false;
        if (!target.begun) {
            if (target.rolls != null) {
                target.rolls.startAt(target.file().size() + target.frame().headerBytes());
                searched = target.rolls.begun(searched);
            }
            // Last: what is interrupted before is begun again.
            target.begun = true;
        }
    }

    /** Whether the failure is the target's own, so that nobody waits for it. */
    private boolean refuseOrWait(SiftTarget target, Exception failure) {
        boolean own = failure instanceof IOException io
                && FileTrouble.isOwn(target.file().path(), io);
        if (own) {
            if (!target.refused) {
                status.add(
                        StatusCode.MR331,
                        "sink " + sink + ": " + target.file().path() + " cannot be opened; events of \"" + target.value
                                + "\" are dropped and counted until it can, other values are not affected",
                        failure);
            }
            target.refused = true;
            target.headed = false;
            target.checkedNs = System.nanoTime();
        }
        return own;
    }

    /** A key is given up. */
    void givenUp(SiftKey key) {
        if (key.target != null) {
            key.target.users--;
            if (key.target.users == 0 && !key.target.touched) {
                end(key.target);
            }
        }
    }

    private void end(SiftTarget target) {
        byIdentity.remove(target.identity);
        if (target.owesFooter()) {
            ending.add(target);
        } else {
            close(target);
        }
    }

    /** Nothing of a batch is written: ends those that nobody uses any more. */
    void forget(List<SiftTarget> targets) {
        for (SiftTarget target : targets) {
            if (target.users == 0) {
                end(target);
            }
        }
    }

    /** Closes those of a batch that is out which nobody uses any more. */
    void sweep(List<SiftTarget> written) {
        for (SiftTarget target : written) {
            if (target.users == 0) {
                close(target);
            }
        }
    }

    private void close(SiftTarget target) {
        byIdentity.remove(target.identity, target);
        open.close(target);
    }

    /** Those that were given up and wait for their footers. */
    List<SiftTarget> ending() {
        return ending;
    }

    /** They have their footers. */
    void endingIsDone() {
        for (SiftTarget target : ending) {
            open.close(target);
        }
        ending.clear();
    }

    /** All that are known. */
    List<SiftTarget> all() {
        return new ArrayList<>(byIdentity.values());
    }

    /** Opens a target for its footer; false where its file takes none any more. */
    boolean prepareFooter(SiftTarget target) throws IOException {
        try {
            open.open(target);
            target.offsetBefore = target.file().nextOffset(true);
            return true;
        } catch (IOException e) {
            if (!refuseOrWait(target, e)) {
                throw e;
            }
            return false;
        }
    }

    /** Whether a target takes no events at the moment. */
    boolean isRefused(SiftTarget target) {
        if (target.refused && System.nanoTime() - target.checkedNs >= CHECK_INTERVAL_NS) {
            try {
                begin(target);
            } catch (IOException | RuntimeException e) {
                target.checkedNs = System.nanoTime();
            }
        }
        return target.refused;
    }

    /** Rolls and opens a target of a batch, and remembers where it stands. */
    void prepare(SiftTarget target, Outbox outbox) throws IOException {
        try {
            roll(target, outbox);
            target.headed &= !target.file().closeIfReplaced(sink, target.rolls, status);
            begin(target);
            target.offsetBefore = target.file().nextOffset(true);
        } catch (IOException e) {
            if (!refuseOrWait(target, e)) {
                throw e;
            }
        }
    }

    private void roll(SiftTarget target, Outbox outbox) throws IOException {
        folders.forget();
        if (target.rolls == null || !target.rolls.areDecided()) {
            return;
        }
        long identity =
                target.begun && target.file().identity() != 0 ? target.file().identity() : FileIdentity.NONE;
        // Not every platform renames a file that is open.
        open.close(target);
        // Before the steps: where memory is short behind them, lines would go on to the file that was rolled.
        LogFile next = target.fileBehindRoll();
        outbox.movesOf(target.value);
        try {
            target.rolls.run(outbox, identity);
        } finally {
            outbox.movesOf(null);
        }
        target.goOnIn(next);
    }

    /** The targets whose period is over by the clock; looked for once a second. */
    List<SiftTarget> dueAtClock() {
        long millis = nowMillis.getAsLong();
        if (Math.abs(millis - clockSeenMillis) < CHECK_INTERVAL_MILLIS) {
            return List.of();
        }
        clockSeenMillis = millis;
        List<SiftTarget> due = new ArrayList<>();
        for (SiftTarget target : byIdentity.values()) {
            if (target.begun && !target.refused && target.rolls != null && target.rolls.isDueAtClock()) {
                due.add(target);
            }
        }
        return due;
    }

    /** Rolls what is due. Nothing may be pending in the outbox. */
    void roll(List<SiftTarget> due, Outbox outbox) throws IOException {
        for (SiftTarget target : due) {
            roll(target, outbox);
        }
    }

    /** Does what is left of a roll that an earlier process had begun. */
    void resume(String value, SinkPlan plan, OutboxBatch step, Outbox outbox) throws IOException {
        if (!(plan instanceof SinkPlan.RollingFileSink)) {
            return;
        }
        SiftTarget target = use(plan, value, System.currentTimeMillis());
        try {
            target.rolls.restore(step);
            roll(target, outbox);
            marks.put(value, target.rolls.mark());
        } finally {
            target.users--;
            close(target);
        }
    }

    /** A target's file, for whoever opens it where it is not open. */
    LogFile fileOf(SiftTarget target) {
        return open.fileOf(target);
    }

    /** The part of a batch that a prepared target gets. */
    OutboxPart part(SiftTarget target, int start, int end) {
        return new OutboxPart(
                target.value,
                target.file().path(),
                target.file().identity(),
                target.offsetBefore,
                start,
                end,
                target.rolls == null ? null : target.rolls.markOfFile());
    }

    /** Writes past the outbox. */
    void writeLate(SiftTarget target, ByteBuffer bytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 0; bytes.hasRemaining(); attempt++) {
                try {
                    begin(target);
                    target.file().write(bytes);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    target.file().close();
                    if (attempt == MAX_INTERRUPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            target.file().close();
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void closeAll() {
        open.shrinkTo(0);
    }
}
