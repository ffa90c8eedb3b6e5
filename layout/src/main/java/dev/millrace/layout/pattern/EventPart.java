package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** Prints something of an event: the operand of an instruction that no other serves. One thread. */
interface EventPart {
    /** Appends the part. */
    void append(LogEvent event, Utf8Buffer out);
}
