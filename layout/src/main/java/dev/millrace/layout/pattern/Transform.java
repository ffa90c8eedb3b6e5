package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** Changes what the words inside a group have printed. One thread. */
interface Transform {
    /** Changes the buffer's bytes from {@code start} on. */
    void apply(LogEvent event, Utf8Buffer out, int start);
}
