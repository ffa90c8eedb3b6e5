package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.EventTest;

/**
 * The stack trace of events that have one, unless a test matches.
 *
 * @param trace how it is laid out
 * @param unless tests for events without one
 * @param around what stands before and behind it
 */
record ThrowableText(StackTraceText trace, EventTest[] unless, byte[] around) {
    void append(LogEvent event, Utf8Buffer out) {
        if (!event.hasThrown() || (unless.length > 0 && ProgramBuilder.anyMatches(unless, event))) {
            return;
        }
        out.put(around);
        trace.append(event.thrown(), out);
        out.put(around);
    }
}
