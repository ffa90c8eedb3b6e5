package dev.millrace.layout.pattern;

/** A word that prints the same at all times: what SkyWalking's print where its agent is not at work. */
final class FixedWord implements ConversionWord {
    static final String NO_TRACE = "TID: N/A";
    static final String NO_CONTEXT = "SW_CTX: N/A";

    private final String text;

    FixedWord(String text) {
        this.text = text;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        program.literal(text);
        program.end(use.fit());
    }
}
