package dev.millrace.core.sink;

import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where a sink's outbox lives. An outbox that cannot be used is replaced by one in memory, with a status: then a kill
 * may repeat a batch, and nothing else changes.
 *
 * @param sink the sink's name
 * @param path the outbox's file; null for a journal in memory
 * @param status takes what goes wrong
 * @since 0.1.0
 */
public record OutboxPlace(String sink, Path path, StatusLog status) {
    /** Opens it; never fails. An interrupt that comes between stays set. */
    public Outbox open() {
        boolean interrupted = Thread.interrupted();
        try {
            Outbox outbox = path == null ? Outbox.inMemory() : Outbox.open(path);
            if (outbox.isDamaged()) {
                say("is damaged", null);
            }
            return outbox;
        } catch (IOException | RuntimeException e) {
            return replacement("cannot be used", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Nothing in it is relied upon, because the machine was restarted: gives up a batch that it holds, and says so.
     *
     * @return false where it holds a step of a roll, which is to be given up now
     */
    public boolean distrust(Outbox outbox) {
        outbox.distrust();
        if (outbox.isPending()) {
            OutboxBatch batch = outbox.batch();
            status.add(
                    StatusCode.MR305,
                    "sink " + sink + ": the machine went down while it wrote or rolled a file; up to " + batch.length()
                            + " bytes, or that file, may stand twice");
            if (batch.move() == null) {
                outbox.markDone();
            }
        }
        return !outbox.isPending();
    }

    /** What takes its place after a mapped page had no file behind it: somebody cut the file, or its disk failed. */
    public Outbox replacement(InternalError cause) {
        return replacement("became unusable", cause);
    }

    private Outbox replacement(String how, Throwable cause) {
        say(how, cause);
        return Outbox.inMemory();
    }

    private void say(String how, Throwable cause) {
        status.add(
                StatusCode.MR309,
                "sink " + sink + ": its outbox " + path + " " + how
                        + "; a batch that a kill interrupts may be repeated",
                cause);
    }

    /** Removes it, unless it still holds a batch that is not out. {@code outbox} is null when it was never opened. */
    public void remove(Outbox outbox) {
        try {
            if (outbox != null && !outbox.isPending()) {
                outbox.delete();
            }
        } catch (IOException | RuntimeException e) {
            status.add(StatusCode.MR309, "sink " + sink + ": its outbox cannot be removed", e);
        }
    }
}
