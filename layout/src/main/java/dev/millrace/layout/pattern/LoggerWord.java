package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/** <code>%logger{length}</code>: the logger's name, shortened when a length is given. */
final class LoggerWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        UnaryOperator<String> abbreviation = NameAbbreviation.of(use, program);
        program.appendCached(Program.LOGGER, use.fit(), surround -> new NameTexts(surround, abbreviation));
    }
}
