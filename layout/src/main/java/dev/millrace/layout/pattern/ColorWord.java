package dev.millrace.layout.pattern;

/** {@code %red(…)} and its like: a group in a colour. */
final class ColorWord extends GroupWord {
    private final String code;

    ColorWord(String code) {
        this.code = code;
    }

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        boolean colored = program.context().colors();
        program.begin(use.fit());
        if (colored) {
            program.literal(Ansi.of(code));
        }
        program.compile(children(use));
        if (colored) {
            program.literal(Ansi.RESET);
        }
        program.end(use.fit());
    }
}
