package dev.millrace.layout.pattern;

/** {@code %level}: the level's name. */
final class LevelWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCached(Program.LEVEL, use.fit(), LevelTexts::new);
    }
}
