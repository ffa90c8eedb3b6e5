package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/** <code>%logger{length}</code>: the logger's name, shortened when a length is given. */
final class LoggerWord implements ConversionWord, CachedOperand {
    // Of the one use that the word was made for; null where names are printed whole.
    private UnaryOperator<String> abbreviation;

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        abbreviation = NameAbbreviation.of(use, program);
        program.appendCached(Program.LOGGER, use.fit(), this);
    }

    @Override
    public Object between(Surround surround) {
        return new NameTexts(surround, abbreviation);
    }

    @Override
    public String label(PatternNode.Word use) {
        return "logger";
    }
}
