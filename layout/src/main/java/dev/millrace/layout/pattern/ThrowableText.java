package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.util.List;
import java.util.function.Predicate;

/** The stack trace of events that have one, unless a test matches. */
final class ThrowableText {
    private final StackTraceStyle style;
    private final List<Predicate<LogEvent>> unless;
    private final byte[] around;
    // Made with the first stack trace: nearly every pattern can print one, and few programs begin with it.
    private StackTraceText trace;

    /**
     * The text by a style.
     *
     * @param unless tests for events without one
     * @param around what stands before and behind it
     */
    ThrowableText(StackTraceStyle style, List<Predicate<LogEvent>> unless, byte[] around) {
        this.style = style;
        this.unless = unless;
        this.around = around;
    }

    /** Whole stack traces as {@code %ex} prints them. */
    static ThrowableText plain(String lineSeparator) {
        StackTraceStyle style = new StackTraceStyle(Integer.MAX_VALUE, List.of(), lineSeparator, false, false);
        return new ThrowableText(style, List.of(), new byte[0]);
    }

    /** Appends it; the event has a throwable. */
    void append(LogEvent event, Utf8Buffer out) {
        if (!unless.isEmpty() && ProgramBuilder.anyMatches(unless, event)) {
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
