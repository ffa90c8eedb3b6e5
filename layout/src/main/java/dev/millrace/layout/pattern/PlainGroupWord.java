package dev.millrace.layout.pattern;

import java.util.List;

/** {@code %(…)}: a group, for a width modifier to apply to. */
final class PlainGroupWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.begin(use.fit());
        program.compile(use.isGroup() ? use.children() : List.of());
        program.end(use.fit());
    }

    @Override
    public boolean takesChildren() {
        return true;
    }
}
