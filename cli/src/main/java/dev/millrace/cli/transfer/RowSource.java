package dev.millrace.cli.transfer;

import java.nio.file.Path;

/** Makes rows of a journal's records. Not thread-safe. */
interface RowSource extends AutoCloseable {
    /** Directory of the journal that holds the records. */
    Path journal();

    /** What the rows hold. */
    Schema schema();

    /** Whether records lie about in the order of the rows' times, so that a time can be sought. */
    boolean isOrderedByTime();

    /** Sets the row from a record, whose bytes it may point into; false when the record is none of this source. */
    boolean read(byte[] record, int offset, int length, Row row);

    @Override
    default void close() {}
}
