package dev.millrace.layout.pattern;

/** {@code %message}: the formatted message. */
final class MessageWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.append(Program.MESSAGE, null, use.fit());
    }
}
