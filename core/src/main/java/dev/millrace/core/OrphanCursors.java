package dev.millrace.core;

import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.OutboxBatch;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileLaneSink;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.PartsWriter;
import dev.millrace.core.sink.Trouble;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Cursors whose sinks are gone from the configuration: a batch that was begun is finished, the events behind it are
 * told by number, and the cursor stops holding the journal back.
 */
final class OrphanCursors {
    private static final int READ_BYTES = 256 << 10;

    private final OpenJournal open;
    private final StatusLog status;
    private final Set<String> configured = new HashSet<>();

    OrphanCursors(OpenJournal open, Plan plan, StatusLog status) {
        this.open = open;
        this.status = status;
        for (SinkPlan sink : plan.sinks()) {
            configured.add(LaneBuilder.cursorName(sink.name()));
        }
    }

    void finish() {
        for (String name : open.journal().cursorNames()) {
            if (!configured.contains(name)) {
                finish(name);
            }
        }
    }

    private void finish(String name) {
        Cursor cursor = open.journal().cursor(name);
        Path outboxPath = open.journal().directory().resolve(LaneBuilder.outboxName(name));
        try {
            if (Files.exists(outboxPath) && !finishBatch(cursor, outboxPath)) {
                // The file's disk fails: the cursor keeps its events for the next start.
                return;
            }
        } catch (IOException | RuntimeException e) {
            status.add(StatusCode.MR309, "sink " + name + ": its outbox could not be read; its last batch may lack", e);
        }
        long count = count(cursor);
        if (count > 0) {
            status.add(
                    StatusCode.MR306,
                    "sink " + name + " is no longer configured: " + count
                            + " events that an earlier process had logged are not written anywhere");
        }
        open.journal().removeCursor(name);
    }

    private boolean finishBatch(Cursor cursor, Path outboxPath) throws IOException {
        Outbox outbox = Outbox.open(outboxPath);
        OutboxBatch batch = outbox.batch();
        boolean trusted = !open.journal().recoveredAfterReboot();
        if (batch != null && trusted) {
            if (outbox.isPending() && batch.hasParts()) {
                PartsWriter writer = new PartsWriter(cursor.name(), AppendFile.REAL, status);
                if (writer.finish(outbox, new Trouble(cursor.name(), status)) != LaneSink.Outcome.DONE) {
                    return false;
                }
            } else if (outbox.isPending() && batch.file() != null) {
                Path file = batch.move() == null ? batch.file() : batch.move().target();
                FileLaneSink sink = new FileLaneSink(cursor.name(), file, true, outboxPath, status);
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

    private long count(Cursor cursor) {
        ReadBatch batch = new ReadBatch(READ_BYTES);
        long count = 0;
        while (cursor.readPosition() < open.startPosition() && cursor.fill(batch)) {
            while (batch.next()) {
                if (batch.position() < open.startPosition()) {
                    count++;
                }
            }
        }
        return count;
    }
}
