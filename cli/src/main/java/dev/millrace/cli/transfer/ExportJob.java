package dev.millrace.cli.transfer;

import dev.millrace.cli.look.EscapeFilter;
import dev.millrace.cli.look.Progress;
import dev.millrace.event.Utf8Buffer;
import java.io.IOException;

/** Prints a journal's records. Not thread-safe. */
final class ExportJob {
    private static final int PIECE_BYTES = 32 << 10;
    private static final int PROGRESS_EVERY = 4096;

    private final RowSource source;
    private final Records records;
    private final TimeRange range;
    private final int timeField;
    private final Row row;
    private long exported;
    private long undecodable;
    private long readBytes;
    private long read;

    ExportJob(RowSource source, Records records, TimeRange range) {
        this.source = source;
        this.records = records;
        this.range = range;
        this.timeField = source.schema().timeField();
        this.row = new Row(source.schema().size());
    }

    long exported() {
        return exported;
    }

    /** Records that are none of the source. */
    long undecodable() {
        return undecodable;
    }

    /** Goes to the first of the last {@code count} rows in the range. */
    void toLast(long count) throws IOException {
        records.toEnd();
        long position = -1;
        for (long found = 0; found < count && records.previous(); ) {
            if (isWanted()) {
                found++;
                position = records.position();
            }
        }
        if (position >= 0) {
            undecodable = 0;
            records.toPosition(position);
        } else {
            records.toEnd();
        }
    }

    /** Prints the rows in the range, from where the records are to their end. */
    void print(RowFormat format, EscapeFilter out, Progress progress) throws IOException {
        Utf8Buffer piece = new Utf8Buffer(2 * PIECE_BYTES);
        format.begin(piece);
        while (records.next()) {
            readBytes += records.length();
            if (++read % PROGRESS_EVERY == 0) {
                progress.at(readBytes, exported);
            }
            if (isWanted()) {
                format.row(row, piece);
                exported++;
                if (piece.length() >= PIECE_BYTES) {
                    out.write(piece.bytes(), 0, piece.length());
                    piece.length(0);
                }
            }
        }
        out.write(piece.bytes(), 0, piece.length());
    }

    private boolean isWanted() {
        if (!source.read(records.bytes(), records.offset(), records.length(), row)) {
            undecodable++;
            return false;
        }
        return !range.isLimited()
                || (!row.isMissing(timeField) && range.contains(row.epochSecond(timeField), row.nanos(timeField)));
    }
}
