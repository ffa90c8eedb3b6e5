package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.EventTest;

/** The stack trace of events that have one, unless a test matches. */
final class ThrowableText {
    private final StackTraceStyle style;
    private final EventTest[] unless;
    private final byte[] around;
    // Made with the first stack trace: nearly every pattern can print one, and few programs begin with it.
    private StackTraceText trace;

    /**
     * The text by a style.
     *
     * @param unless tests for events without one
     * @param around what stands before and behind it
     */
    ThrowableText(StackTraceStyle style, EventTest[] unless, byte[] around) {
        this.style = style;
        this.unless = unless;
        this.around = around;
    }

    void append(LogEvent event, Utf8Buffer out) {
        if (!event.hasThrown() || (unless.length > 0 && ProgramBuilder.anyMatches(unless, event))) {
            return;
        }
        if (trace == null) {
            trace = new StackTraceText(style);
        }
        out.put(around);
        trace.append(event.thrown(), out);
        out.put(around);
    }
}
