package dev.millrace.core.roll;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.FileMove;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.ArchiveFormat;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Does the steps of rolls so that a kill at any instant loses and doubles nothing: each is committed to the outbox with
 * the file's identity before it is begun, and each can be begun again. A file that exists is never replaced: bytes go
 * behind its own. No process compresses what is moved: its marks have another name meanwhile, also behind a kill.
 *
 * @since 0.1.0
 */
public final class FileMover {
    private static final int MOST_ROUNDS = 4;
    private static final Set<ArchiveFormat> FORMATS = EnumSet.complementOf(EnumSet.of(ArchiveFormat.PLAIN));

    private final RollFiles files;
    private final ArchiveQueue archives;

    /** A mover where nothing is compressed. */
    public FileMover(RollFiles files) {
        this(files, ArchiveQueue.NONE);
    }

    /** A mover that works on {@code files}, which {@code archives} leaves alone meanwhile. */
    public FileMover(RollFiles files, ArchiveQueue archives) {
        this.files = files;
        this.archives = archives;
    }

    /**
     * Does a step; one whose file is not there is done already.
     *
     * @throws IOException when it cannot be done; where {@link Outbox#isPending()}, it can be tried again
     */
    public void move(Outbox outbox, RollStep step) throws IOException {
        Path target = step.to() == null ? step.from() : step.to();
        try {
            hold(step.from(), target);
            moveHeld(outbox, step, target);
        } finally {
            release(outbox, step.from(), target);
        }
    }

    private void hold(Path from, Path target) {
        archives.hold(from);
        archives.hold(target);
    }

    /** A step that is pending will be gone on with, from as far as it got. */
    private void release(Outbox outbox, Path from, Path target) {
        if (!outbox.isPending()) {
            archives.release(from);
            archives.release(target);
        }
    }

    private void moveHeld(Outbox outbox, RollStep step, Path target) throws IOException {
        long identity = files.identity(step.from());
        if (identity == FileIdentity.NONE) {
            return;
        }
        if (step.to() != null) {
            files.createFolders(target);
            if (files.isSame(step.from(), target)) {
                throw new IOException("both names lead to the same file");
            }
        }
        if (step.archive() != null) {
            mark(step.archive());
        }
        FileMove.Kind kind = step.to() == null ? FileMove.Kind.DELETE : FileMove.Kind.RENAME;
        begin(outbox, step.from(), identity, step.mark(), new FileMove(kind, target, 0));
        takeMarks(outbox);
        if (step.archive() != null) {
            // Another process that has found a mark without a file has removed it.
            write(step.archive(), step.archive().markOfMove());
        }
        finishTaken(outbox);
    }

    /** Marks a file as one that is to be compressed. */
    public void mark(ArchiveJob job) throws IOException {
        files.createFolders(job.mark());
        write(job, job.mark());
    }

    private void write(ArchiveJob job, Path mark) throws IOException {
        files.mark(mark, job.entry().getBytes(StandardCharsets.UTF_8));
    }

    /** A file is about to be written to: nobody compresses it until it is marked again. */
    public void unmark(Path file) throws IOException {
        archives.withdraw(file);
        for (ArchiveFormat format : FORMATS) {
            ArchiveJob job = new ArchiveJob(file, format, "");
            boolean ignored = files.renameMark(job.mark(), null);
            // It would be found when the move is forgotten.
            ignored = files.renameMark(job.markOfMove(), null);
        }
    }

    /** Behind the outbox's header, so that the next start puts them back. */
    private void takeMarks(Outbox outbox) throws IOException {
        for (Path file : names(outbox)) {
            for (ArchiveFormat format : FORMATS) {
                ArchiveJob job = new ArchiveJob(file, format, "");
                boolean ignored = files.renameMark(job.mark(), job.markOfMove());
            }
        }
    }

    /** What is still to be compressed is queued again; whoever began the step may be gone. */
    private void putMarksBack(Outbox outbox) throws IOException {
        for (Path file : names(outbox)) {
            boolean exists = files.identity(file) != FileIdentity.NONE;
            for (ArchiveFormat format : FORMATS) {
                ArchiveJob job = new ArchiveJob(file, format, "");
                if (files.renameMark(job.markOfMove(), exists ? job.mark() : null) && exists) {
                    archives.compress(job);
                }
            }
        }
    }

    private static List<Path> names(Outbox outbox) {
        return List.of(outbox.batch().file(), outbox.batch().move().target());
    }

    private void end(Outbox outbox) throws IOException {
        putMarksBack(outbox);
        outbox.markDone();
    }

    /** Gives the step up that is pending in an outbox; its files stay as they are. */
    public void giveUp(Outbox outbox) {
        try {
            putMarksBack(outbox);
        } catch (IOException e) {
            // Then they stay uncompressed, too.
        }
        outbox.markDone();
    }

    /** Finishes the step that is pending in an outbox. */
    public void finish(Outbox outbox) throws IOException {
        Path from = outbox.batch().file();
        Path target = outbox.batch().move().target();
        try {
            hold(from, target);
            takeMarks(outbox);
            finishTaken(outbox);
        } finally {
            release(outbox, from, target);
        }
    }

    private void finishTaken(Outbox outbox) throws IOException {
        OutboxBatch step = outbox.batch();
        if (files.identity(step.file()) == step.fileIdentity()) {
            try {
                if (step.move().kind() == FileMove.Kind.DELETE) {
                    files.delete(step.file());
                } else if (step.move().kind() == FileMove.Kind.COPY || !rename(outbox)) {
                    copy(outbox);
                }
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                if (outbox.batch().move().kind() != FileMove.Kind.COPY) {
                    end(outbox);
                }
                throw e;
            }
        }
        end(outbox);
    }

    /** False when it is to be copied. */
    private boolean rename(Outbox outbox) throws IOException {
        OutboxBatch step = outbox.batch();
        Path target = step.move().target();
        if (files.isSame(step.file(), target)) {
            return true;
        }
        try {
            if (files.identity(target) == FileIdentity.NONE) {
                files.rename(step.file(), target);
                return true;
            }
        } catch (AtomicMoveNotSupportedException | FileAlreadyExistsException e) {
            // Another file system, or somebody was quicker: its bytes go behind what is there.
        }
        if (!files.takesBytes(target)) {
            throw new IOException(target + " is not a file that can be written to");
        }
        FileMove copy = new FileMove(FileMove.Kind.COPY, target, files.length(target));
        begin(outbox, step.file(), step.fileIdentity(), step.roll(), copy);
        return false;
    }

    private void copy(Outbox outbox) throws IOException {
        OutboxBatch step = outbox.batch();
        FileMove move = step.move();
        try {
            if (files.isSame(step.file(), move.target())) {
                takeBack(move);
                return;
            }
            long present = Math.max(0, files.length(move.target()) - move.targetLengthBefore());
            // Others may write to it, too; one that always does is not waited for.
            int round = 0;
            do {
                files.append(step.file(), Math.min(present, files.length(step.file())), move.target());
                present = files.length(move.target()) - move.targetLengthBefore();
            } while (files.length(step.file()) > present && ++round < MOST_ROUNDS);
            files.delete(step.file());
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // Either file alone has all lines: what was copied is taken back, or else the step stays pending.
            takeBack(move);
            end(outbox);
            throw e;
        }
    }

    private void takeBack(FileMove move) throws IOException {
        if (files.length(move.target()) > move.targetLengthBefore()) {
            files.cut(move.target(), move.targetLengthBefore());
        }
    }

    private static void begin(Outbox outbox, Path from, long identity, RollMark mark, FileMove move)
            throws IOException {
        if (!outbox.commitMove(from, identity, mark, move)) {
            throw new IOException("the names are too long: " + from + " and " + move.target());
        }
    }
}
