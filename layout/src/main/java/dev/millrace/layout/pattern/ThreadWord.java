package dev.millrace.layout.pattern;

/** {@code %thread}: the name of the event's thread. */
final class ThreadWord implements ConversionWord, CachedOperand {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCached(Program.THREAD, use.fit(), this);
    }

    @Override
    public Object between(Surround surround) {
        return new NameTexts(surround, null);
    }

    @Override
    public String label(PatternNode.Word use) {
        return "thread";
    }
}
