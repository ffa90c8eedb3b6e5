package dev.millrace.layout.pattern;

/** {@code %marker}: the markers, separated by spaces. */
final class MarkerWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.append(Program.MARKERS, null, use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "marker";
    }
}
