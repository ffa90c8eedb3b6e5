package dev.millrace.layout.pattern;

/** {@code %marker} (all of them, separated by spaces) and {@code %micros}: one instruction without an operand. */
final class InstructionWord implements ConversionWord {
    private final String label;
    private final int opcode;

    InstructionWord(String label, int opcode) {
        this.label = label;
        this.opcode = opcode;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        program.append(opcode, null, use.fit());
    }

    @Override
    public String label(PatternNode use) {
        return label;
    }
}
