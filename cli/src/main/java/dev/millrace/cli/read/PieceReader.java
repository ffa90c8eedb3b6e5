package dev.millrace.cli.read;

import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.ChoosingBatch;
import dev.millrace.journal.JournalReader;
import java.io.IOException;

/** Reads pieces of a journal beside others that do so. One thread at a time. */
final class PieceReader {
    private static final int BATCH_BYTES = 256 << 10;

    private final JournalReader reader;
    private final LogEvent event;
    private final EventFilter filter;
    private final ChoosingBatch batch = new ChoosingBatch(BATCH_BYTES, this::mayBeWanted);
    private long events;
    private long foreignRecords;

    PieceReader(JournalReader reader, LogEvent event, EventFilter filter) {
        this.reader = reader;
        this.event = event;
        this.filter = filter;
        reader.passOverBlocks(filter::acceptsBlock);
    }

    /** The wanted events from one position to another. It ends before, where a record is not committed yet. */
    Piece read(long from, long to) throws IOException {
        Piece piece = new Piece();
        events = 0;
        foreignRecords = 0;
        reader.toPiece(from, to);
        while (filter.beginsWithHeads() ? reader.fillChoosing(batch) : reader.fill(batch)) {
            if (filter.acceptsBatch(batch)) {
                takeFromBatch(piece);
            }
        }
        piece.read(events, foreignRecords, reader.passage());
        return piece;
    }

    /** What is no event is looked at once more, and counted then. */
    private boolean mayBeWanted(byte[] bytes, int offset, int length) {
        return LogEvent.levelOf(bytes, offset, length) < 0 || filter.acceptsHead(bytes, offset, length);
    }

    private void takeFromBatch(Piece piece) {
        int foreign = 0;
        while (batch.nextWanted()) {
            if (!event.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                foreign++;
            } else if (filter.acceptsBody(event)) {
                piece.add(batch.bytes(), batch.payloadOffset(), batch.payloadLength());
            }
        }
        events += batch.records() - foreign;
        foreignRecords += foreign;
    }
}
