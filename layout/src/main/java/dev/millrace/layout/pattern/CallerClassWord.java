package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/** <code>%class{length}</code>: the class of the log statement, shortened when a length is given. */
final class CallerClassWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        UnaryOperator<String> abbreviation = NameAbbreviation.of(use, program);
        program.appendCaller(
                use.fit(),
                frame -> abbreviation == null ? frame.getClassName() : abbreviation.apply(frame.getClassName()));
    }

    @Override
    public String label(PatternNode.Word use) {
        return "class";
    }
}
