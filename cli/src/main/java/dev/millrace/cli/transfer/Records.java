package dev.millrace.cli.transfer;

import dev.millrace.cli.read.LastingHoles;
import dev.millrace.journal.JournalOwner;
import dev.millrace.journal.JournalReader;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The records of a journal as it stands at the opening, read without a trace. What a living owner appends later is left
 * out, so that an export ends. Not thread-safe.
 */
final class Records implements AutoCloseable {
    private static final int BATCH_BYTES = 256 << 10;

    private final JournalReader reader;
    private ReadBatch batch = new ReadBatch(BATCH_BYTES);
    private final long end;

    /** Null where it is known whether somebody will fill them. */
    private final LastingHoles holes;

    private Records(JournalReader reader, long end, LastingHoles holes) {
        this.reader = reader;
        this.end = end;
        this.holes = holes;
    }

    /** Opens the journal in that directory, at its oldest record. */
    static Records open(Path journal) throws IOException {
        JournalReader reader = JournalReader.open(journal);
        JournalOwner owner = JournalOwner.of(journal);
        boolean dead = owner == JournalOwner.NONE;
        reader.passOverHoles(dead);
        long end = Long.MAX_VALUE;
        if (!dead) {
            reader.toEnd();
            end = reader.readPosition();
            reader.toStart();
        }
        return new Records(reader, end, owner == JournalOwner.UNKNOWN ? new LastingHoles(reader) : null);
    }

    boolean next() throws IOException {
        while (!batch.next()) {
            if (reader.readPosition() >= end || !fill()) {
                return false;
            }
        }
        return batch.position() < end;
    }

    private boolean fill() throws IOException {
        return reader.fill(batch) || (holes != null && holes.fillBehind(batch));
    }

    /** Goes back by one record; after {@link #toEnd()} only. */
    boolean previous() throws IOException {
        while (!batch.previous()) {
            if (!reader.fillBefore(batch)) {
                return false;
            }
        }
        return true;
    }

    void toEnd() throws IOException {
        if (end == Long.MAX_VALUE) {
            reader.toEnd();
        } else {
            reader.seek(end);
        }
        batch = new ReadBatch(BATCH_BYTES);
    }

    void toPosition(long position) throws IOException {
        reader.seek(position);
        batch = new ReadBatch(BATCH_BYTES);
    }

    /** Goes to a place before which nothing was appended at that time or later. */
    void toTime(long epochMs) throws IOException {
        reader.seekTime(epochMs);
        batch = new ReadBatch(BATCH_BYTES);
    }

    byte[] bytes() {
        return batch.bytes();
    }

    int offset() {
        return batch.payloadOffset();
    }

    int length() {
        return batch.payloadLength();
    }

    long position() {
        return batch.position();
    }

    /** Bytes that are damaged or missing and were passed over. */
    long damagedBytes() {
        return reader.damagedBytes();
    }

    /** Files that were segments of the journal and are not any more. */
    List<Path> brokenSegments() {
        return reader.brokenSegments();
    }

    /** Bytes that the owner recycled before they were read. */
    long overtakenBytes() {
        return reader.overtakenBytes();
    }

    @Override
    public void close() {
        reader.close();
    }
}
