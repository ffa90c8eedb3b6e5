package dev.millrace.layout.pattern;

/** {@code %micros}: the three digits of the microseconds within the millisecond. */
final class MicrosWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.append(Program.MICROS, null, use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "micros";
    }
}
