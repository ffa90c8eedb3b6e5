package dev.millrace.layout.pattern;

/** {@code %message}: the formatted message. */
final class MessageWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        // A null message is "null", but nothing where a width is asked for: as every text of Logback's.
        program.append(use.fit() == null ? Program.MESSAGE : Program.MESSAGE_IF_ANY, null, use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return "message";
    }
}
