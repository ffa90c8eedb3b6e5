package dev.millrace.layout.pattern;

/** {@code %relative}: milliseconds since the start of the logging context. */
final class RelativeTimeWord implements ConversionWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        long startMillis = Math.floorDiv(program.context().startMicros(), 1000L);
        program.append(Program.RELATIVE_MILLIS, startMillis, use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return "relative";
    }
}
