package dev.millrace.layout.pattern;

/** {@code %level}: the level's name. */
final class LevelWord implements ConversionWord, CachedOperand {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.appendCached(Program.LEVEL, use.fit(), this);
    }

    @Override
    public Object between(Surround surround) {
        return new LevelTexts(surround, "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "?");
    }

    @Override
    public String label(PatternNode use) {
        return "level";
    }
}
