package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.Remainder;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.outbox.Totals;
import dev.millrace.core.roll.FileMover;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Appends batches to a file, exactly once across kills: each is committed to the outbox, written from it, and marked
 * done. After any failure the file itself is asked how much of the batch it holds. Bytes that are not ours are never
 * overwritten or cut, but for the beginning of a line in a file that several processes write to.
 *
 * @since 0.1.0
 */
public final class FileLaneSink implements LaneSink {
    private static final int MAX_INTERRUPTS = 1000;

    private final String name;
    private final OutboxPlace place;
    private final AppendFile.Opener opener;
    private final StatusLog status;
    private final Trouble trouble;
    // Null for a file that does not roll.
    private final RollSteps rolls;
    private Frame frame = Frame.NONE;
    // Whether the file that is written to has its header, and is to have a footer.
    private boolean headed;
    // What a batch of an earlier sink still needs in front of it; null before.
    private ByteBuffer restOfHeader;
    private Path configured;
    private LogFile file;
    private Outbox outbox;
    // The file that the pending batch goes to: the configured one, or for an earlier process's batch that one's.
    private LogFile target;
    private boolean uncertain;
    private boolean begun;
    // Whether what the outbox says of the journal holds.
    private RecoveredBatch recovered;
    // Whether the outbox came from a sink whose place this one takes.
    private boolean takenOver;
    // That one's, if it rolled: what it was moving is held from the archivist.
    private FileMover moverBefore;
    private final AtomicLong progress = new AtomicLong();

    /**
     * A sink that appends to {@code file}.
     *
     * @param outboxPath where its outbox lives; null for a journal in memory
     * @param append false: the file is emptied once, after an earlier process's batch was finished
     * @param opener knows whether others write to the file, too
     */
    public FileLaneSink(
            String name, Path file, boolean append, Path outboxPath, StatusLog status, AppendFile.Opener opener) {
        this.name = name;
        this.configured = file;
        this.place = new OutboxPlace(name, outboxPath, status);
        this.opener = opener;
        this.status = status;
        this.trouble = new Trouble(name, status);
        this.rolls = null;
        this.file = new LogFile(file, !append, opener);
        this.target = this.file;
    }

    /** A sink that appends to files that roll; {@code outboxPath} is null for a journal in memory. */
    public static FileLaneSink rolling(
            String name, Rolling rolling, Path outboxPath, StatusLog status, AppendFile.Opener opener) {
        return new FileLaneSink(name, new RollSteps(name, rolling, status), outboxPath, status, opener);
    }

    // Not public: who links a class by asking for its constructors loads what they take, and most starts roll nothing.
    private FileLaneSink(String name, RollSteps rolls, Path outboxPath, StatusLog status, AppendFile.Opener opener) {
        this.name = name;
        this.place = new OutboxPlace(name, outboxPath, status);
        this.opener = opener;
        this.status = status;
        this.trouble = new Trouble(name, status);
        this.rolls = rolls;
        use(activeFile());
        this.target = this.file;
    }

    /** Puts a frame around the events of each file. */
    public FileLaneSink framed(Frame newFrame) {
        frame = newFrame;
        if (rolls != null) {
            rolls.carries(frame.carriedBytes());
        }
        // Asking for a type loads its class.
        if (opener != AppendFile.REAL && opener instanceof PrudentFiles prudent && !frame.endsLine()) {
            prudent.mayEndWithoutLine();
        }
        return this;
    }

    private void use(LogFile next) {
        headed = false;
        if (file != null) {
            file.close();
        }
        configured = next.path();
        file = next;
    }

    private LogFile activeFile() {
        return new LogFile(rolls.activeFile(), false, opener);
    }

    @Override
    public Outcome recover(boolean trusted) {
        // Whoever starts the engine may be interrupted, and what is looked for would not be found.
        boolean interrupted = Thread.interrupted();
        try {
            return recoverNow(trusted);
        } finally {
            restore(interrupted);
        }
    }

    private Outcome recoverNow(boolean trusted) {
        if (outbox == null) {
            openOutbox(trusted);
        }
        if (outbox.isPending() && outbox.batch().move() == null) {
            if (takenOver) {
                goOnInTheFileOfToday();
            }
            Outcome outcome = outbox.batch().hasParts() ? finishParts() : flush();
            if (outcome == Outcome.DONE) {
                if (!headed && !takenOver) {
                    status.add(StatusCode.MR304, "sink " + name + ": a batch that was interrupted was finished");
                }
            } else if (isEmptiedNext()) {
                // A full disk has no room for what is removed as soon as it is there.
                outbox.markDone();
            } else {
                goOnInTheFileOfToday();
                return outcome;
            }
        }
        if (target != file) {
            target.close();
            target = file;
        }
        return openFile();
    }

    private boolean isEmptiedNext() {
        // Not where the earlier process had a file for each key: those are others.
        return !takenOver && !outbox.batch().hasParts() && file.isToBeEmptied() && configured.equals(target.path());
    }

    /** The file of an earlier configuration takes nothing: what it lacks of the batch goes to the one of today. */
    private void goOnInTheFileOfToday() {
        OutboxBatch batch = outbox.batch();
        if (batch.hasParts() || batch.file() == null || batch.file().equals(configured)) {
            return;
        }
        try {
            file.open();
            if (file.identity() == batch.fileIdentity()) {
                // By another name.
                return;
            }
            putHeader();
            long offset = file.nextOffset(Remainder.endsLine(outbox.rest()));
            outbox.continueAt(BegunFile.linesOut(outbox, target.path(), opener), configured, file.identity(), offset);
        } catch (IOException e) {
            // Nor does that one.
            file.close();
            return;
        }
        target.close();
        target = file;
        if (!takenOver) {
            status.add(
                    StatusCode.MR305,
                    "sink " + name + ": " + batch.file()
                            + " takes nothing; the rest of a batch that was interrupted goes to " + configured);
        }
    }

    /** In front of a batch that is committed already: a kill right behind it repeats the header, and no event. */
    private void putHeader() throws IOException {
        if (restOfHeader == null) {
            restOfHeader = ByteBuffer.wrap(frame.header());
        }
        while (!headed && restOfHeader.hasRemaining()) {
            if (file.write(restOfHeader) == 0) {
                throw new IOException("no byte is taken");
            }
        }
        headed = true;
    }

    @Override
    public boolean takeOver(LaneSink before) {
        if (!(before instanceof FileLaneSink other) || other.outbox == null) {
            return false;
        }
        outbox = other.outbox;
        takenOver = true;
        moverBefore = other.rolls == null ? other.moverBefore : other.rolls.mover();
        goOnWith(outbox.batch());
        // Pending as it is: what the other still did with it, it would do beside this one. Only now: where memory is
        // short, it keeps the batch for the next attempt.
        other.outbox = null;
        other.headed = false;
        return true;
    }

    @Override
    public int giveUp() {
        int out = BegunFile.linesOut(outbox, target.path(), opener);
        outbox.markDone();
        return out;
    }

    /** The earlier process had files for each key under this sink's name. */
    private Outcome finishParts() {
        return new PartsWriter(name, opener, status).finish(outbox, trouble);
    }

    /** Finishes a roll that an earlier process had begun, whatever is configured now. */
    private void finishRoll() throws IOException {
        if (outbox.isPending()) {
            mover().finish(outbox);
            status.add(StatusCode.MR321, "sink " + name + ": a roll that was interrupted was finished");
        }
        roll();
    }

    private FileMover mover() {
        if (rolls != null) {
            return rolls.mover();
        }
        return moverBefore == null ? new FileMover(RollFiles.REAL) : moverBefore;
    }

    private void roll() throws IOException {
        if (rolls != null && rolls.areDecided()) {
            writeFooter();
            long identity = file.isOpen() ? file.identity() : FileIdentity.NONE;
            // Not every platform renames a file that is open.
            file.close();
            // Before the steps: where memory is short behind them, lines would go on to the file that was rolled.
            LogFile next = activeFile();
            rolls.run(outbox, identity);
            use(next);
            target = file;
        }
    }

    private Outcome openFile() {
        if (trouble.isTooEarly()) {
            return Outcome.LATER;
        }
        boolean interrupted = Thread.interrupted();
        try {
            finishRoll();
            boolean begins = rolls != null && !begun;
            if (begins) {
                rolls.lookAgain();
                rolls.beginning();
                if (!configured.equals(rolls.activeFile())) {
                    use(activeFile());
                    target = file;
                }
            }
            if (begins && rolls.wasRolledAtClock()) {
                begin(0);
                trouble.succeeded();
                return Outcome.DONE;
            }
            file.open();
            if (begins) {
                begin(file.size());
            }
            if (writeHeader() && rolls != null) {
                rolls.added(frame.headerBytes(), file.size());
            }
            trouble.succeeded();
        } catch (IOException | RuntimeException e) {
            file.close();
            trouble.failed("cannot open " + configured, e);
        } finally {
            restore(interrupted);
        }
        // Events can be committed only once the file's length is known; until then the journal keeps them.
        return file.isOpen() ? Outcome.DONE : Outcome.LATER;
    }

    private void begin(long bytes) {
        rolls.startAt(bytes);
        Path ignored = rolls.begun(null);
        // Last: what is interrupted before is begun again.
        begun = true;
    }

    /** True when the file lacked one. */
    private boolean writeHeader() throws IOException {
        finishText();
        if (headed) {
            return false;
        }
        writeText(frame.header(), true);
        return true;
    }

    private void writeFooter() throws IOException {
        finishText();
        if (headed) {
            writeText(frame.footer(), false);
        }
    }

    /** Commits a text like a batch, so that a kill neither doubles nor tears it, or what stands beside it. */
    private void writeText(byte[] text, boolean isHeader) throws IOException {
        if (text.length > 0) {
            file.open();
            outbox.commit(
                    OutboxBatch.textAfter(
                            outbox.batch(),
                            configured,
                            file.identity(),
                            file.nextOffset(text[text.length - 1] == '\n'),
                            text.length,
                            rolls == null ? null : rolls.markOfFile()),
                    text);
            target = file;
            uncertain = false;
        }
        headed = isHeader;
        finishText();
    }

    /** Brings a text out that is committed. */
    private void finishText() throws IOException {
        if (!outbox.isPending() || outbox.batch().move() != null) {
            return;
        }
        try {
            writeRest();
        } catch (IOException | RuntimeException | Error e) {
            uncertain = true;
            target.close();
            throw e;
        }
    }

    @Override
    public void end() {
        if (!headed || frame.footerBytes() == 0 || trouble.isTooEarly()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            writeFooter();
        } catch (ClosedByInterruptException e) {
            interrupted |= Thread.interrupted();
        } catch (IOException | RuntimeException e) {
            trouble.failed("cannot write the footer of " + configured, e);
        } finally {
            restore(interrupted);
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
                mover().giveUp(outbox);
            }
            return;
        }
        if (batch.hasPosition()) {
            recovered = new RecoveredBatch(batch.journalEnd(), batch.totals());
        }
        goOnWith(batch);
    }

    private void goOnWith(OutboxBatch batch) {
        if (rolls != null) {
            rolls.restore(batch);
            use(activeFile());
            target = file;
        }
        if (outbox.isPending() && batch.move() == null && !batch.hasParts()) {
            target = fileOf(batch);
            uncertain = true;
        }
    }

    private LogFile fileOf(OutboxBatch batch) {
        Path path = BegunFile.of(batch, configured, opener, outbox.rest());
        return path.equals(configured) && file.isOpen() ? file : recoveryFile(path);
    }

    /** Never truncates: {@code append=false} empties the file only after the batch was finished. */
    private LogFile recoveryFile(Path path) {
        return new LogFile(path, false, opener);
    }

    @Override
    public RecoveredBatch recovered() {
        return recovered;
    }

    @Override
    public int batchBytes() {
        int usual = LaneSink.super.batchBytes();
        return outbox == null ? usual : outbox.batchBytes(usual);
    }

    @Override
    public boolean cutBefore(long eventMicros, int batchBytes) {
        return rolls != null && rolls.cutBefore(eventMicros, batchBytes);
    }

    @Override
    public boolean takesWholeBatches() {
        return true;
    }

    @Override
    public void idle() {
        if (rolls == null || !begun || trouble.isTooEarly() || !rolls.isDueAtClock()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            // The next file is created by its first line.
            roll();
            trouble.succeeded();
        } catch (ClosedByInterruptException e) {
            interrupted |= Thread.interrupted();
        } catch (IOException | RuntimeException e) {
            trouble.failed("cannot roll " + configured, e);
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public TextRegion region() {
        // An interrupt would close the file that grows.
        boolean interrupted = Thread.interrupted();
        try {
            return outbox == null ? null : outbox.region();
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public Outcome commit(TextRegion text, long journalBegin, long journalEnd, long[] totals) {
        return outbox.owns(text)
                ? commit(text, null, text.length(), journalBegin, journalEnd, totals)
                : Outcome.REFUSED;
    }

    @Override
    public Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
        return commit(null, bytes, length, journalBegin, journalEnd, totals);
    }

    /** The text is in a region, or else in {@code bytes}. */
    private Outcome commit(
            TextRegion text, byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
        if (trouble.isTooEarly()) {
            return Outcome.LATER;
        }
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    commitOnce(text, bytes, length, journalBegin, journalEnd, totals);
                    return Outcome.DONE;
                } catch (ClosedByInterruptException | FileLockInterruptionException e) {
                    interrupted |= Thread.interrupted();
                    file.close();
                    if (attempt == MAX_INTERRUPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            file.close();
            trouble.failed("cannot prepare a write to " + configured, e);
            return Outcome.LATER;
        } catch (InternalError e) {
            outbox = place.replacement(e);
            return Outcome.LATER;
        } finally {
            restore(interrupted);
        }
    }

    private void commitOnce(
            TextRegion text, byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals)
            throws IOException {
        finishText();
        roll();
        headed &= !file.closeIfReplaced(name, rolls, status);
        file.open();
        writeHeader();
        boolean endsLine = text == null ? length == 0 || bytes[length - 1] == '\n' : text.endsLine();
        OutboxBatch next = new OutboxBatch(
                journalBegin,
                journalEnd,
                configured,
                file.identity(),
                file.nextOffset(endsLine),
                0,
                length,
                Totals.of(totals),
                rolls == null ? null : rolls.mark(),
                null);
        if (text == null) {
            outbox.commit(next, bytes);
        } else {
            outbox.commit(next, text);
        }
        uncertain = false;
        if (rolls != null) {
            rolls.added(length, next.offsetBefore());
        }
    }

    @Override
    public Outcome flush() {
        if (!outbox.isPending()) {
            return Outcome.DONE;
        }
        if (trouble.isTooEarly()) {
            return Outcome.LATER;
        }
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    writeRest();
                    trouble.succeeded();
                    return Outcome.DONE;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    uncertain = true;
                    target.close();
                    if (attempt == MAX_INTERRUPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            uncertain = true;
            target.close();
            trouble.failed("cannot write to " + target.path(), e);
            return Outcome.LATER;
        } finally {
            restore(interrupted);
        }
    }

    private void writeRest() throws IOException {
        target.open();
        if (uncertain) {
            lookAtFile();
        }
        int idle = 0;
        while (outbox.batch().start() < outbox.batch().length()) {
            ByteBuffer rest = outbox.rest();
            int whole = rest.remaining();
            int written = target.write(rest);
            progress.addAndGet(written);
            if (written == whole) {
                break;
            }
            idle = written == 0 ? idle + 1 : 0;
            if (idle == 3) {
                throw new IOException("no byte is taken");
            }
            continueAt(outbox.batch().start() + written);
        }
        outbox.markDone();
    }

    /** Asks the file how much of the batch it holds, and makes the rest a continuation of its own. */
    private void lookAtFile() throws IOException {
        OutboxBatch begun = outbox.batch();
        int again = opener.unfinishedBytes(outbox.before(begun.start()), Remainder.endsLine(outbox.rest()));
        if (again > 0) {
            outbox.continueAt(
                    begun.start() - again,
                    begun.file(),
                    begun.fileIdentity(),
                    Math.max(0, begun.offsetBefore() - again));
        }
        OutboxBatch batch = outbox.batch();
        continueAt(batch.start()
                + target.bytesPresent(batch.fileIdentity(), batch.offsetBefore(), outbox.rest(), name, status));
        uncertain = false;
    }

    private void continueAt(int start) throws IOException {
        boolean endsLine = Remainder.endsLine(outbox.rest());
        outbox.continueAt(start, target.path(), target.identity(), target.nextOffset(endsLine));
    }

    @Override
    public void writeLate(byte[] bytes, int length) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
            for (int attempt = 0; rest.hasRemaining(); attempt++) {
                try {
                    file.open();
                    file.write(rest);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    file.close();
                    if (attempt == MAX_INTERRUPTS) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            file.close();
            throw e;
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
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
        file.close();
        if (target != file) {
            target.close();
        }
    }
}
