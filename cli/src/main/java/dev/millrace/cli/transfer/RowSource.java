package dev.millrace.cli.transfer;

import java.nio.file.Path;

/** Makes rows of a journal's records. Not thread-safe. */
abstract class RowSource implements AutoCloseable {
    private final Path journal;
    private final Schema schema;
    private final boolean orderedByTime;

    /** A source of the records in the directory {@code journal}. */
    RowSource(Path journal, Schema schema, boolean orderedByTime) {
        this.journal = journal;
        this.schema = schema;
        this.orderedByTime = orderedByTime;
    }

    /** Directory of the journal that holds the records. */
    final Path journal() {
        return journal;
    }

    /** What the rows hold. */
    final Schema schema() {
        return schema;
    }

    /** Whether records lie about in the order of the rows' times, so that a time can be sought. */
    final boolean isOrderedByTime() {
        return orderedByTime;
    }

    /** Sets the row from a record, whose bytes it may point into; false when the record is none of this source. */
    abstract boolean read(byte[] record, int offset, int length, Row row);

    /** Whether records were read whose texts are not there any more. */
    boolean lacksTexts() {
        return false;
    }

    @Override
    public void close() {}
}
