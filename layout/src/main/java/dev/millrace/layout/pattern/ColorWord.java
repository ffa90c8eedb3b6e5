package dev.millrace.layout.pattern;

/**
 * {@code %red(…)} and its like: a group in a colour; {@code %highlight(…)}: in that of the event's level. Others that
 * print colours have the escape sequences of terminals from here.
 */
final class ColorWord extends GroupWord {
    /** Back to the terminal's own colour. */
    static final String RESET = "\u001b[0;39m";

    private final String code;

    /** {@code code}: of the colour; null for that of the event's level. */
    ColorWord(String code) {
        this.code = code;
    }

    /** The sequence of a code such as {@code 1;31}. */
    static String start(String code) {
        return "\u001b[" + code + "m";
    }

    boolean isByLevel() {
        return code == null;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        boolean colored = program.context().colors();
        program.begin(use.fit());
        if (colored && isByLevel()) {
            program.appendCached(Program.LEVEL, null, new LevelColors("1;31", "31", "34", "39"));
        } else if (colored) {
            program.literal(start(code));
        }
        program.compile(children(use));
        if (colored) {
            program.literal(RESET);
        }
        program.end(use.fit());
    }
}
