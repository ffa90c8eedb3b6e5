package dev.millrace.layout.pattern;

/** {@code %thread}: the name of the event's thread. */
final class ThreadWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCached(Program.THREAD, use.fit(), new NameOperand(null));
    }

    @Override
    public String label(PatternNode.Word use) {
        return "thread";
    }
}
