package dev.millrace.layout.pattern;

/** {@code %red(…)} and its like: a group in a colour; and the escape sequences of terminals with which others do that. */
final class ColorWord extends GroupWord {
    /** Back to the terminal's own colour. */
    static final String RESET = "\u001b[0;39m";

    private final String code;

    ColorWord(String code) {
        this.code = code;
    }

    /** The sequence of a code such as {@code 1;31}. */
    static String start(String code) {
        return "\u001b[" + code + "m";
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        boolean colored = program.context().colors();
        program.begin(use.fit());
        if (colored) {
            program.literal(start(code));
        }
        program.compile(children(use));
        if (colored) {
            program.literal(RESET);
        }
        program.end(use.fit());
    }
}
