package dev.millrace.layout.pattern;

/** {@code %nopex}: prints nothing, and keeps a stack trace from being appended. */
final class NoThrowableWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.begin(use.fit());
        program.end(use.fit());
    }

    @Override
    public boolean handlesThrowable() {
        return true;
    }
}
