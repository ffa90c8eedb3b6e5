package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/**
 * {@code %thread} and <code>%logger{length}</code>: a name of the event that others have, too; a logger's is shortened
 * when a length is given.
 */
final class NameWord implements ConversionWord, CachedOperand {
    private final String label;
    private final int opcode;
    // Of the one use that the word was made for; null where names are printed whole.
    private UnaryOperator<String> abbreviation;

    NameWord(String label, int opcode) {
        this.label = label;
        this.opcode = opcode;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (opcode == Program.LOGGER) {
            abbreviation = NameAbbreviation.of(use, program);
        }
        program.appendCached(opcode, use.fit(), this);
    }

    @Override
    public Object between(Surround surround) {
        return new NameTexts(surround, abbreviation);
    }

    @Override
    public String label(PatternNode use) {
        return label;
    }
}
