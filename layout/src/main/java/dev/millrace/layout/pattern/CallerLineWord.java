package dev.millrace.layout.pattern;

/** {@code %line}: the line of the log statement. */
final class CallerLineWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCaller(use.fit(), frame -> Integer.toString(frame.getLineNumber()));
    }

    @Override
    public String label(PatternNode.Word use) {
        return "line";
    }
}
