package dev.millrace.cli.transfer;

import dev.millrace.event.Utf8Buffer;

/** How rows are printed. Not thread-safe. */
interface RowFormat {
    /** Appends what stands before the first row. */
    void begin(Utf8Buffer out);

    /** Appends one row with its line's end. */
    void row(Row row, Utf8Buffer out);
}
