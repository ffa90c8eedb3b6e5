package dev.millrace.core;

import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.outbox.OutboxPart;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.PartsWriter;
import dev.millrace.core.sink.PrudentFiles;
import dev.millrace.core.sink.Trouble;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Cursors whose sinks are gone from the configuration: a batch that was begun is finished, the events behind it are
 * told by number, and the cursor stops holding the journal back.
 */
final class OrphanCursors {
    /** What is counted before anything is logged; a start that has more to count goes on without. */
    private static final long QUICKLY_BYTES = 64 << 20;

    private static final int READ_BYTES = 256 << 10;
    private static final long STATUS_MILLIS = 1_000;

    private final OpenJournal open;
    private final StatusLog status;
    private final List<String> names;
    private final Set<String> coming;
    private final boolean reloads;

    /**
     * Those of the {@code names}.
     *
     * @param next the plan that a reload is about to put in force; what it has sinks for is left to those. Or null
     */
    OrphanCursors(OpenJournal open, List<String> names, Plan next, StatusLog status) {
        this.open = open;
        this.status = status;
        this.names = names;
        this.coming = next == null ? Set.of() : LaneBuilder.cursorNames(next);
        this.reloads = next != null;
    }

    /**
     * Finishes them, and takes what is finished out of the names. False when some are left because their files take
     * nothing, or their sinks come back.
     *
     * @param quickly whether somebody waits for it: what may take its time is left, too
     */
    boolean finish(boolean quickly) {
        for (Iterator<String> each = names.iterator(); each.hasNext(); ) {
            String name = each.next();
            if (!coming.contains(name) && finish(name, quickly)) {
                each.remove();
            }
        }
        return names.isEmpty();
    }

    private boolean finish(String name, boolean quickly) {
        Cursor cursor = open.journal().cursor(name);
        // An overrun takes nothing from the sink that this process logs without it.
        cursor.endsAt(open.startPosition());
        Path outboxPath = open.journal().directory().resolve(LaneBuilder.outboxName(name));
        try {
            if (Files.exists(outboxPath) && !finishBatch(cursor, outboxPath, quickly)) {
                // Its file takes nothing now: the cursor keeps its events for the next time.
                return false;
            }
        } catch (IOException | RuntimeException e) {
            status.add(
                    StatusCode.MR309,
                    "sink " + name + ": its outbox could not be read; its last batch may be missing in its file",
                    e);
        }
        if (quickly && open.startPosition() - cursor.position() > QUICKLY_BYTES) {
            return false;
        }
        long count = count(cursor);
        if (count > 0) {
            status.add(
                    StatusCode.MR306,
                    "sink " + name + " is no longer configured: " + count
                            + " events that an earlier process had logged are not written anywhere");
            // A kill must not take away both.
            status.flush(STATUS_MILLIS);
        }
        open.journal().removeCursor(name);
        return true;
    }

    private boolean finishBatch(Cursor cursor, Path outboxPath, boolean quickly) throws IOException {
        Outbox outbox = Outbox.open(outboxPath);
        OutboxBatch batch = outbox.batch();
        boolean trusted = !open.journal().recoveredAfterReboot();
        PrudentFiles files = new PrudentFiles(cursor.name(), status, open.home());
        if (batch != null && trusted) {
            if (outbox.isPending() && batch.hasParts()) {
                if ((quickly || reloads) && outbox.parts() != null) {
                    for (OutboxPart part : outbox.parts()) {
                        if (mayStall(part.file())) {
                            return false;
                        }
                    }
                }
                PartsWriter writer = new PartsWriter(cursor.name(), files, status);
                if (writer.finish(outbox, new Trouble(cursor.name(), status)) != LaneSink.Outcome.DONE) {
                    return false;
                }
            } else if (outbox.isPending() && batch.file() != null) {
                Path file = batch.move() == null ? batch.file() : batch.move().target();
                if ((quickly || reloads) && mayStall(file)) {
                    return false;
                }
                FileLaneSink sink = new FileLaneSink(cursor.name(), file, true, outboxPath, status, files);
                try {
                    if (sink.recover(true) != LaneSink.Outcome.DONE) {
                        return false;
                    }
                } finally {
                    sink.close();
                }
            }
            long end = !batch.hasPosition() ? 0 : Math.min(batch.journalEnd(), open.startPosition());
            if (end > cursor.position()) {
                cursor.seek(end);
                cursor.release(end);
            }
        }
        outbox.delete();
        return true;
    }

    /** Nobody may read a pipe; who starts the engine logs its first line, no reload waits for a sink. */
    private static boolean mayStall(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file);
    }

    private long count(Cursor cursor) {
        try {
            return countFrom(cursor);
        } catch (RuntimeException | Error e) {
            // The next attempt counts all of it.
            cursor.letGo();
            cursor.readAgain(0);
            throw e;
        }
    }

    private long countFrom(Cursor cursor) {
        ReadBatch batch = new ReadBatch(READ_BYTES);
        long count = 0;
        while (cursor.readPosition() < open.startPosition() && cursor.fill(batch)) {
            long read = 0;
            while (batch.next()) {
                if (batch.position() < open.startPosition()) {
                    read++;
                }
            }
            // An overrun may skip what follows, and asks for it only where nothing is held.
            if (cursor.keeps(batch.endPosition())) {
                cursor.kept(true);
                count += read;
            } else {
                cursor.readAgain(0);
            }
        }
        return count;
    }
}
