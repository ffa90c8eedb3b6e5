package dev.millrace.layout.pattern;

/** {@code %file}: the source file of the log statement; {@code null} where it was compiled without. */
final class CallerFileWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCaller(use.fit(), StackTraceElement::getFileName);
    }

    @Override
    public String label(PatternNode.Word use) {
        return "file";
    }
}
