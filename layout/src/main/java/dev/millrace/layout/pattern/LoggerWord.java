package dev.millrace.layout.pattern;

/** <code>%logger{length}</code>: the logger's name, shortened when a length is given. */
final class LoggerWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.appendCached(Program.LOGGER, use.fit(), new NameOperand(NameAbbreviation.of(use, program)));
    }

    @Override
    public String label(PatternNode.Word use) {
        return "logger";
    }
}
