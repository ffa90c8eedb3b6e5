package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.Layout;
import dev.millrace.layout.LayoutContext;

/**
 * A layout by conversion pattern, as Logback's: parsed into one small class a word, run as one fused program.
 *
 * <p>An instance belongs to one thread, and to events of one dictionary: it keeps what it made of a logger's or a
 * thread's name under the name's dictionary id.
 *
 * @since 0.1.0
 */
public final class PatternLayout implements Layout {
    /** What Logback prints when nothing is configured: levels are not padded there, and names not shortened. */
    public static final String DEFAULT_PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n";

    private final String pattern;
    private final LayoutContext context;
    private final boolean asLines;
    private final Program program;

    private PatternLayout(String pattern, LayoutContext context, boolean asLines, boolean told) {
        this.pattern = pattern;
        this.context = context;
        this.asLines = asLines;
        this.program = PatternCompiler.compile(pattern, context, asLines, told);
    }

    /** Compiles a pattern; what cannot be understood is told to the context and printed as Logback prints it. */
    public static PatternLayout compile(String pattern, LayoutContext context) {
        return new PatternLayout(pattern, context, false, false);
    }

    /**
     * The same, but a pattern without a word for the line separator gets one at its end, before a stack trace that is
     * appended.
     */
    public static PatternLayout compileAsLines(String pattern, LayoutContext context) {
        return new PatternLayout(pattern, context, true, false);
    }

    @Override
    public void render(LogEvent event, Utf8Buffer out) {
        program.run(event, out);
    }

    @Override
    public boolean rendersPlain() {
        return program.runsPlain();
    }

    @Override
    public boolean renderPlain(LogEvent event, Utf8Buffer out) {
        return program.runPlain(event, out);
    }

    @Override
    public boolean isRepeatable() {
        // An event test may count.
        return !program.counts() && context.tests().isEmpty();
    }

    @Override
    public Layout another() {
        return isRepeatable() ? new PatternLayout(pattern, context, asLines, true) : null;
    }

    @Override
    public int callerFrames() {
        return program.callerFrames();
    }

    @Override
    public String toString() {
        return "PatternLayout(" + pattern + ")";
    }
}
