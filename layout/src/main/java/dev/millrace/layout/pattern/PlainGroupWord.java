package dev.millrace.layout.pattern;

/** {@code %(…)}: a group, for a width modifier to apply to. */
final class PlainGroupWord extends GroupWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.begin(use.fit());
        program.compile(children(use));
        program.end(use.fit());
    }
}
