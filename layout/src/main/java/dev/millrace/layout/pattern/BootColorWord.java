package dev.millrace.layout.pattern;

/**
 * Spring Boot's <code>%clr(…){color}</code>: a group in a colour, in that of the event's level without one; only where
 * colours are wanted.
 */
final class BootColorWord extends GroupWord {
    private static final LevelColors COLORS = new LevelColors("31", "33", "32", "32");

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.begin(use.fit());
        if (program.context().ansi() && program.context().colors()) {
            String code = BootColors.code(use.option(0));
            if (code == null) {
                program.appendCached(Program.LEVEL, null, COLORS);
            } else {
                program.literal(Ansi.of(code));
            }
            program.compile(children(use));
            program.literal(Ansi.RESET);
        } else {
            program.compile(children(use));
        }
        program.end(use.fit());
    }
}
