package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.outbox.Remainder;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes a batch that goes to several files, part by part, exactly once: a file that was opened again since its part
 * was committed is asked how much of it it holds. Guarded by the lane's lock.
 *
 * @since 0.1.0
 */
public final class PartsWriter {
    private static final int MAX_INTERRUPTS = 1000;
    private static final int MAX_IDLE_WRITES = 3;

    private final String sink;
    private final AppendFile.Opener opener;
    private final StatusLog status;
    private final Set<Path> givenUp = new HashSet<>();
    private long writtenBytes;

    /** A writer for a sink of that name. */
    public PartsWriter(String sink, AppendFile.Opener opener, StatusLog status) {
        this.sink = sink;
        this.opener = opener;
        this.status = status;
    }

    /** Bytes that were written so far. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** The files whose parts were given up since this was asked last. */
    public Set<Path> takeGivenUp() {
        if (givenUp.isEmpty()) {
            return Set.of();
        }
        Set<Path> taken = Set.copyOf(givenUp);
        givenUp.clear();
        return taken;
    }

    /** Finishes what an earlier process has left. */
    public LaneSink.Outcome finish(Outbox outbox, Trouble trouble) {
        if (trouble.isTooEarly()) {
            return LaneSink.Outcome.LATER;
        }
        return attempt(outbox, part -> leftBehind(outbox, part), true, trouble);
    }

    /** The file that a part was begun in, under its old name or a new one in the same directory. */
    private LogFile leftBehind(Outbox outbox, OutboxPart part) {
        Path path = part.file();
        if (FileIdentity.of(path) != part.fileIdentity()) {
            Path renamed = BegunFile.find(path, part.fileIdentity(), opener, part.offsetBefore(), outbox.rest(part));
            path = renamed == null ? path : renamed;
        }
        return new LogFile(path, false, opener);
    }

    /**
     * Tries to bring the pending batch out.
     *
     * @param closesFiles whether each file is closed behind its part
     */
    public LaneSink.Outcome attempt(
            Outbox outbox, Function<OutboxPart, LogFile> files, boolean closesFiles, Trouble trouble) {
        boolean interrupted = Thread.interrupted();
        try {
            if (outbox.parts() == null) {
                status.add(
                        StatusCode.MR305,
                        "sink " + sink + ": the outbox does not tell any more which files a batch was for; its "
                                + outbox.batch().length() + " bytes may be missing there");
            }
            for (int attempt = 0;
                    outbox.parts() != null && outbox.partsOut() < outbox.parts().size(); ) {
                OutboxPart part = outbox.parts().get(outbox.partsOut());
                LogFile file = files.apply(part);
                try {
                    write(outbox, part, file);
                    outbox.markPartOut();
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    file.close();
                    if (++attempt > MAX_INTERRUPTS) {
                        throw e;
                    }
                } catch (IOException | RuntimeException | Error e) {
                    file.close();
                    trouble.failed("cannot write to " + file.path(), e);
                    return LaneSink.Outcome.LATER;
                } finally {
                    if (closesFiles) {
                        file.close();
                    }
                }
            }
            outbox.markDone();
            trouble.succeeded();
            return LaneSink.Outcome.DONE;
        } catch (IOException e) {
            trouble.failed("is interrupted again and again", e);
            return LaneSink.Outcome.LATER;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void write(Outbox outbox, OutboxPart committed, LogFile file) throws IOException {
        OutboxPart part = committed;
        if (part.start() == part.end()) {
            return;
        }
        if (!file.isOpen()) {
            try {
                file.open();
            } catch (IOException e) {
                if (!FileTrouble.isOwn(file.path(), e)) {
                    throw e;
                }
                status.add(
                        StatusCode.MR331,
                        "sink " + sink + ": " + file.path() + " cannot be written to any more; "
                                + (part.end() - part.start()) + " bytes for it are given up",
                        e);
                givenUp.add(committed.file());
                return;
            }
            part = look(outbox, part, file);
        }
        int idle = 0;
        while (part.start() < part.end()) {
            ByteBuffer rest = outbox.rest(part);
            int whole = rest.remaining();
            int written = file.write(rest);
            writtenBytes += written;
            if (written == whole) {
                return;
            }
            idle = written == 0 ? idle + 1 : 0;
            if (idle == MAX_IDLE_WRITES) {
                throw new IOException("no byte is taken");
            }
            part = goOn(outbox, part, file, part.start() + written);
        }
    }

    /** Asks the file how much of its part it holds, and makes the rest a part of its own. */
    private OutboxPart look(Outbox outbox, OutboxPart part, LogFile file) throws IOException {
        int present = file.bytesPresent(part.fileIdentity(), part.offsetBefore(), outbox.rest(part), sink, status);
        if (file.size() == part.offsetBefore() && file.identity() == part.fileIdentity()) {
            return part;
        }
        int start = part.start() + present;
        return start == part.end()
                ? part.continuedAt(start, file.path(), file.identity(), file.nextOffset(true))
                : goOn(outbox, part, file, start);
    }

    private static OutboxPart goOn(Outbox outbox, OutboxPart part, LogFile file, int start) throws IOException {
        boolean endsLine = Remainder.endsLine(outbox.rest(part));
        OutboxPart next = part.continuedAt(start, file.path(), file.identity(), file.nextOffset(endsLine));
        List<OutboxPart> rest = new ArrayList<>(
                outbox.parts().subList(outbox.partsOut(), outbox.parts().size()));
        rest.set(0, next);
        outbox.continueParts(rest);
        return next;
    }
}
