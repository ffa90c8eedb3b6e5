package dev.millrace.layout.pattern;

/** {@code %method}: the method of the log statement. */
final class CallerMethodWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCaller(use.fit(), StackTraceElement::getMethodName);
    }

    @Override
    public String label(PatternNode.Word use) {
        return "method";
    }
}
