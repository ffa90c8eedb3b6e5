package dev.millrace.layout.pattern;

/**
 * A word that prints the same at all times: {@code %contextName}, and those of SkyWalking, which print this where its agent
 * is not at work.
 */
final class FixedWord implements ConversionWord {
    static final String NO_TRACE = "TID: N/A";
    static final String NO_CONTEXT = "SW_CTX: N/A";

    private final String label;
    private final String text;

    /** {@code text}: null for the name of the logging context. */
    FixedWord(String label, String text) {
        this.label = label;
        this.text = text;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        program.literal(text == null ? program.context().name() : text);
        program.end(use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return label;
    }
}
