package dev.millrace.layout.pattern;

/** {@code %contextName}: the name of the logging context. */
final class ContextNameWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        program.literal(program.context().name());
        program.end(use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return "contextName";
    }
}
