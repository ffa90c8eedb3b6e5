package dev.millrace.layout;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/**
 * A layout by conversion pattern, as Logback's: parsed into one small class a word, run as one fused program.
 *
 * @since 0.1.0
 */
public final class PatternLayout implements Layout {
    private PatternLayout() {}

    /** Compiles a pattern; what cannot be understood is told to the context and printed as Logback prints it. */
    public static PatternLayout compile(String pattern, LayoutContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void render(LogEvent event, Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean needsCaller() {
        throw new UnsupportedOperationException();
    }
}
