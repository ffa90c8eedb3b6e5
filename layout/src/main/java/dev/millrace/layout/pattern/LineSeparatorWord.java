package dev.millrace.layout.pattern;

/** {@code %n}: the line separator. */
final class LineSeparatorWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.begin(use.fit());
        program.lineSeparator();
        program.end(use.fit());
    }
}
