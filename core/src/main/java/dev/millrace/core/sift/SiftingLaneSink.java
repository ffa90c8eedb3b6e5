package dev.millrace.core.sift;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.outbox.Totals;
import dev.millrace.core.roll.FileMover;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.OutboxPlace;
import dev.millrace.core.sink.PartsWriter;
import dev.millrace.core.sink.RecoveredBatch;
import dev.millrace.core.sink.Trouble;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Appends each value's events to files of their own, exactly once across kills: a batch with the bytes of all files is
 * committed to one outbox, written file by file, and marked done.
 *
 * @since 0.1.0
 */
public final class SiftingLaneSink implements LaneSink {
    private static final int MAX_INTERRUPTS = 1000;
    // With many files a larger batch means fewer and larger writes.
    private static final int BATCH_BYTES = 2 << 20;

    private final String name;
    private final Sifter sifter;
    private final SiftFiles files;
    private final OutboxPlace place;
    private final AppendFile.Opener opener;
    private final FileMover mover;
    private final StatusLog status;
    private final Trouble trouble;
    private final PartsWriter writer;
    private final AtomicLong progress = new AtomicLong();
    // By path, while a batch is committed and not out.
    private final Map<Path, SiftTarget> pending = new HashMap<>();
    // The targets of the footers that are committed, by path.
    private final Map<Path, SiftTarget> ended = new HashMap<>();
    // By level, events that had no way to their file any more when that was written.
    private final int[] lost = new int[Levels.COUNT];
    private Outbox outbox;
    // Whether what the outbox says of the journal holds.
    private RecoveredBatch recovered;
    // The last step of a roll that an earlier process has left, until those behind it are done.
    private OutboxBatch interruptedRoll;

    /**
     * A sink.
     *
     * @param outboxPath where its outbox lives; null for a journal in memory
     */
    public SiftingLaneSink(String name, Sifter sifter, SiftFiles files, Path outboxPath, StatusLog status) {
        this.name = name;
        this.sifter = sifter;
        this.files = files;
        this.place = new OutboxPlace(name, outboxPath, status);
        this.opener = files.opener();
        this.mover = files.mover();
        this.status = status;
        this.trouble = new Trouble(name, status);
        this.writer = new PartsWriter(name, opener, status);
        sifter.files(files);
    }

    @Override
    public int batchBytes() {
        return outbox == null ? BATCH_BYTES : outbox.batchBytes(BATCH_BYTES);
    }

    @Override
    public Outcome recover(boolean trusted) {
        if (outbox == null) {
            openOutbox(trusted);
        }
        if (outbox.isPending()) {
            Outcome outcome = finishPending();
            if (outcome != Outcome.DONE) {
                return outcome;
            }
        }
        return interruptedRoll == null ? Outcome.DONE : finishRoll();
    }

    private Outcome finishPending() {
        if (outbox.batch().move() != null) {
            return finishRoll();
        }
        // By a writer of its own: what is given up here counts in no batch of this process.
        Outcome outcome = outbox.batch().hasParts()
                ? new PartsWriter(name, opener, status).finish(outbox, trouble)
                : finishSingle();
        if (outcome == Outcome.DONE) {
            status.add(StatusCode.MR304, "sink " + name + ": a batch that was interrupted was finished");
        }
        return outcome;
    }

    /** Finishes the step of a roll that an earlier process had begun, and does those behind it. */
    private Outcome finishRoll() {
        if (trouble.isTooEarly()) {
            return Outcome.LATER;
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (outbox.isPending()) {
                mover.finish(outbox);
                status.add(StatusCode.MR321, "sink " + name + ": a roll that was interrupted was finished");
            }
            if (interruptedRoll != null) {
                String value = interruptedRoll.key();
                files.resume(value, sifter.plan().template().apply(value), interruptedRoll, outbox);
                interruptedRoll = null;
            }
            trouble.succeeded();
            return Outcome.DONE;
        } catch (IOException | RuntimeException e) {
            trouble.failed("cannot finish a roll of " + outbox.batch().file(), e);
            return Outcome.LATER;
        } finally {
            restore(interrupted);
        }
    }

    /** The earlier process had one file under this sink's name. */
    private Outcome finishSingle() {
        Path file = outbox.batch().file();
        if (file == null || place.path() == null) {
            outbox.markDone();
            return Outcome.DONE;
        }
        FileLaneSink single = new FileLaneSink(name, file, true, place.path(), status, opener);
        try {
            Outcome outcome = single.recover(true);
            if (outcome == Outcome.DONE) {
                outbox = place.open();
            } else {
                trouble.failed("cannot finish a batch for " + file, null);
            }
            return outcome;
        } finally {
            single.close();
        }
    }

    private void openOutbox(boolean trusted) {
        outbox = place.open();
        OutboxBatch batch = outbox.batch();
        if (batch == null) {
            return;
        }
        if (!trusted) {
            if (!place.distrust(outbox)) {
                mover.giveUp(outbox);
            }
            return;
        }
        if (batch.hasPosition()) {
            recovered = new RecoveredBatch(batch.journalEnd(), batch.totals());
        }
        if (batch.key() != null) {
            interruptedRoll = batch;
        } else if (batch.hasParts() && outbox.parts() != null) {
            for (OutboxPart part : outbox.parts()) {
                if (part.roll() != null) {
                    files.restore(part.key(), part.roll());
                }
            }
        }
    }

    @Override
    public RecoveredBatch recovered() {
        return recovered;
    }

    @Override
    public Place place(LogEvent event, int batchBytes) {
        // A header is owed to some file, though all events so far were filtered.
        boolean hasBegun = batchBytes > 0 || !sifter.batch().targets().isEmpty();
        SiftKey key = sifter.keyOf(event, hasBegun);
        if (key == null) {
            return Place.NEXT_BATCH;
        }
        if (key.plan == null) {
            return Place.FAILED;
        }
        if (!key.filters.accepts(event)) {
            return Place.FILTERED;
        }
        SiftTarget target = key.target;
        if (files.isRefused(target)) {
            return Place.FAILED;
        }
        if (target.begun
                && target.rolls != null
                && target.rolls.cutBefore(event.timestampMicros(), target.batchBytes)) {
            return Place.NEXT_BATCH;
        }
        sifter.place(key);
        return Place.HERE;
    }

    @Override
    public void idle() {
        if (outbox == null || trouble.isTooEarly()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            List<SiftTarget> due = files.dueAtClock();
            if (finishBetween() && writeFooters(due)) {
                files.roll(due, outbox);
            }
        } catch (ClosedByInterruptException e) {
            interrupted |= Thread.interrupted();
        } catch (IOException | RuntimeException e) {
            trouble.failed("cannot roll a file", e);
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
        if (trouble.isTooEarly()) {
            return Outcome.LATER;
        }
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    return commitOnce(bytes, length, journalBegin, journalEnd, totals) ? Outcome.DONE : Outcome.LATER;
                } catch (ClosedByInterruptException | FileLockInterruptionException e) {
                    interrupted |= Thread.interrupted();
                    files.closeAll();
                    if (attempt == MAX_INTERRUPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            files.closeAll();
            trouble.failed("cannot prepare a write", e);
            return Outcome.LATER;
        } catch (InternalError e) {
            outbox = place.replacement(e);
            return Outcome.LATER;
        } finally {
            restore(interrupted);
        }
    }

    /** False when it must be tried again. */
    private boolean commitOnce(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals)
            throws IOException {
        SiftBatch batch = sifter.batch();
        if (!writeFootersBefore(batch)) {
            return false;
        }
        pending.clear();
        int framing = 0;
        for (SiftTarget target : batch.targets()) {
            files.prepare(target, outbox);
            framing += target.frame().headerBytes() + target.frame().footerBytes();
        }
        sifter.cutTo(length);
        if (length > batch.end()) {
            sifter.takeRest(bytes, length);
        }
        ByteBuffer room = outbox.room(batch.end() + framing);
        List<OutboxPart> parts = new ArrayList<>(batch.targets().size());
        long[] settled = totals.clone();
        for (SiftTarget target : batch.targets()) {
            int start = room.position();
            if (target.owesHeader()) {
                target.frame().putHeader(room);
            }
            batch.gather(target, bytes, room);
            if (target.users == 0) {
                target.frame().putFooter(room);
            }
            if (target.refused) {
                target.failed(settled);
            } else if (room.position() > start) {
                parts.add(files.part(target, start, room.position()));
                pending.put(target.file().path(), target);
            }
        }
        outbox.commitParts(OutboxBatch.ofParts(journalBegin, journalEnd, room.position(), Totals.of(settled)), parts);
        System.arraycopy(settled, 0, totals, 0, totals.length);
        // By their numbers: what is committed must be known as committed, so nothing is allocated from here on.
        for (int i = 0; i < batch.targets().size(); i++) {
            SiftTarget target = batch.targets().get(i);
            target.headed = !target.refused && target.users > 0;
            if (target.rolls != null && !target.refused) {
                target.rolls.added(target.batchBytes, target.offsetBefore);
            }
        }
        return true;
    }

    /** The footers of what was given up, and of what is rolled before the batch. */
    private boolean writeFootersBefore(SiftBatch batch) throws IOException {
        if (!finishBetween()) {
            return false;
        }
        List<SiftTarget> last = new ArrayList<>(files.ending());
        for (SiftTarget target : batch.targets()) {
            if (target.rolls != null && target.rolls.areDecided()) {
                last.add(target);
            }
        }
        if (!writeFooters(last)) {
            return false;
        }
        files.endingIsDone();
        return true;
    }

    /** Commits footers like a batch, and writes them; false when they must be finished later. */
    private boolean writeFooters(List<SiftTarget> targets) throws IOException {
        List<SiftTarget> owing = new ArrayList<>();
        int length = 0;
        for (SiftTarget target : targets) {
            if (target.owesFooter()) {
                owing.add(target);
                length += target.frame().footerBytes();
            }
        }
        if (owing.isEmpty()) {
            return true;
        }
        ByteBuffer room = outbox.room(length);
        List<OutboxPart> parts = new ArrayList<>(owing.size());
        ended.clear();
        for (SiftTarget target : owing) {
            if (files.prepareFooter(target)) {
                int start = room.position();
                target.frame().putFooter(room);
                parts.add(files.part(target, start, room.position()));
                ended.put(target.file().path(), target);
            }
        }
        if (parts.isEmpty()) {
            return true;
        }
        outbox.commitParts(OutboxBatch.textOfPartsAfter(outbox.batch(), room.position()), parts);
        for (SiftTarget target : owing) {
            target.headed = false;
        }
        return finishBetween();
    }

    /** Brings out what is committed between batches: a step of a roll, or footers; false when it must be tried again. */
    private boolean finishBetween() throws IOException {
        if (outbox.isPending() && outbox.batch().move() != null) {
            mover.finish(outbox);
            trouble.succeeded();
        }
        if (!outbox.isPending()) {
            return true;
        }
        Outcome outcome = writer.attempt(outbox, part -> files.fileOf(ended.get(part.file())), false, trouble);
        // Footers are no events.
        Set<Path> ignored = writer.takeGivenUp();
        return outcome == Outcome.DONE;
    }

    @Override
    public void end() {
        if (outbox == null || trouble.isTooEarly()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (finishBetween()) {
                boolean ignored = writeFooters(files.all());
            }
        } catch (ClosedByInterruptException e) {
            interrupted |= Thread.interrupted();
        } catch (IOException | RuntimeException e) {
            trouble.failed("cannot write footers", e);
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public Outcome flush() {
        if (outbox.isPending()) {
            if (trouble.isTooEarly()) {
                return Outcome.LATER;
            }
            Outcome outcome = writer.attempt(outbox, part -> files.fileOf(pending.get(part.file())), false, trouble);
            progress.set(writer.writtenBytes());
            if (outcome != Outcome.DONE) {
                return outcome;
            }
        }
        // Here and not above: where memory is short, the next attempt finds nothing pending.
        for (Path file : writer.takeGivenUp()) {
            pending.get(file).addEventsTo(lost);
        }
        pending.clear();
        files.sweep(sifter.batch().targets());
        sifter.batch().clear();
        return Outcome.DONE;
    }

    @Override
    public void correct(BatchCount count) {
        for (int i = 0; i < lost.length; i++) {
            count.deliveredFailed(i, lost[i]);
            lost[i] = 0;
        }
    }

    @Override
    public void forgetBatch() {
        files.forget(sifter.batch().targets());
        sifter.forgetBatch();
    }

    @Override
    public void writeLate(byte[] bytes, int length) throws IOException {
        SiftKey key = sifter.rendered();
        if (key != null) {
            files.writeLate(key.target, ByteBuffer.wrap(bytes, 0, length));
        }
    }

    @Override
    public long retryDelayNs() {
        return trouble.delayNs();
    }

    @Override
    public boolean isFailing() {
        return trouble.isFailing();
    }

    @Override
    public long progress() {
        return progress.get();
    }

    @Override
    public boolean takesLeftovers() {
        return true;
    }

    @Override
    public void forget() {
        place.remove(outbox);
    }

    @Override
    public void close() {
        files.closeAll();
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
