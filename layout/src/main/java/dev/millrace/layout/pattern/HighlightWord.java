package dev.millrace.layout.pattern;

/** {@code %highlight(…)}: a group in the colour of the event's level. */
final class HighlightWord extends GroupWord {
    private static final LevelColors COLORS = new LevelColors("1;31", "31", "34", "39");

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        boolean colored = program.context().colors();
        program.begin(use.fit());
        if (colored) {
            program.appendCached(Program.LEVEL, null, COLORS);
        }
        program.compile(children(use));
        if (colored) {
            program.literal(ColorWord.RESET);
        }
        program.end(use.fit());
    }
}
