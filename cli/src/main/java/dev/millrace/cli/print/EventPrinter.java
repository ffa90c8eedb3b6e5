package dev.millrace.cli.print;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/**
 * Prints events of one journal. Not thread-safe.
 *
 * @since 0.1.0
 */
public interface EventPrinter {
    /** Appends the event with its line's end. */
    void print(LogEvent event, Utf8Buffer out);
}
