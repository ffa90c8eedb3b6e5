package dev.millrace.cli.read;

import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.JournalReader;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;

/** Reads pieces of a journal beside others that do so. One thread at a time. */
final class PieceReader {
    private static final int BATCH_BYTES = 256 << 10;

    private final JournalReader reader;
    private final LogEvent event;
    private final EventFilter filter;
    private final ReadBatch batch = new ReadBatch(BATCH_BYTES);
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
        while (reader.fill(batch)) {
            if (filter.acceptsBatch(batch)) {
                takeFromBatch(piece);
            }
        }
        piece.read(events, foreignRecords, reader.passage());
        return piece;
    }

    // The loop over all records is a method of its own, and a small one: so it is compiled early and in no time.
    private boolean nextCandidate() {
        while (batch.next()) {
            byte[] bytes = batch.bytes();
            int offset = batch.payloadOffset();
            int length = batch.payloadLength();
            if (LogEvent.levelOf(bytes, offset, length) < 0) {
                foreignRecords++;
                continue;
            }
            events++;
            if (filter.acceptsHead(bytes, offset, length)) {
                return true;
            }
        }
        return false;
    }

    private void takeFromBatch(Piece piece) {
        while (nextCandidate()) {
            if (!event.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                events--;
                foreignRecords++;
            } else if (filter.acceptsBody(event)) {
                piece.add(batch.bytes(), batch.payloadOffset(), batch.payloadLength());
            }
        }
    }
}
