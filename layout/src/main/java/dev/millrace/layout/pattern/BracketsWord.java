package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** Spring Boot's {@code %esb(…)}: a group in square brackets and a space behind them; nothing when it is empty. */
final class BracketsWord extends GroupWord implements Transform {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.begin(use.fit());
        program.mark();
        program.compile(children(use));
        program.transform(this);
        program.end(use.fit());
    }

    @Override
    public void apply(LogEvent event, Utf8Buffer out, int start) {
        int length = out.length() - start;
        if (length > 0) {
            byte[] bytes = out.ensure(3);
            System.arraycopy(bytes, start, bytes, start + 1, length);
            bytes[start] = '[';
            out.length(start + 1 + length);
            out.put(']');
            out.put(' ');
        }
    }
}
