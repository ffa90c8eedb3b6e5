package dev.millrace.layout.pattern;

/**
 * {@code %message}, {@code %marker} (all of them, separated by spaces) and {@code %micros}: one instruction without an
 * operand.
 */
final class InstructionWord implements ConversionWord {
    private final String label;
    private final int opcode;
    private final int opcodeOfWidth;

    InstructionWord(String label, int opcode) {
        this(label, opcode, opcode);
    }

    /** {@code opcodeOfWidth}: the instruction where a width is asked for. */
    InstructionWord(String label, int opcode, int opcodeOfWidth) {
        this.label = label;
        this.opcode = opcode;
        this.opcodeOfWidth = opcodeOfWidth;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.append(use.fit() == null ? opcode : opcodeOfWidth, null, use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return label;
    }
}
