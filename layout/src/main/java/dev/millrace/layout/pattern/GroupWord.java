package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.util.List;

/**
 * A word around others: {@code %word(…)}. Without a parenthesis it stands around nothing. As it is, it is {@code %(…)}: a
 * group for a width modifier to apply to.
 */
class GroupWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        program.compile(children(use));
        program.end(use.fit());
    }

    @Override
    public final boolean takesChildren() {
        return true;
    }

    /** Changes what the words inside have printed: the buffer's bytes from {@code start} on. As it is, nothing. */
    void apply(LogEvent event, Utf8Buffer out, int start) {}

    static List<PatternNode> children(PatternNode use) {
        return use.isGroup() ? use.children() : List.of();
    }
}
