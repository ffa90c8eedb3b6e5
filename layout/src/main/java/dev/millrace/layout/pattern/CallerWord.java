package dev.millrace.layout.pattern;

import java.util.function.UnaryOperator;

/**
 * <code>%class{length}</code>, {@code %method}, {@code %line} and {@code %file}: a part of the frame of the log
 * statement; {@code ?} where there is no frame, and {@code null} for the file of what was compiled without.
 */
final class CallerWord implements ConversionWord, CachedOperand {
    private static final String CLASS = "class";

    private final String part;
    // Of the one use that the word was made for; null where names are printed whole.
    private UnaryOperator<String> abbreviation;

    CallerWord(String part) {
        this.part = part;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (part.equals(CLASS)) {
            abbreviation = NameAbbreviation.of(use, program);
        }
        program.needCallerFrames(1);
        program.appendCached(Program.CALLER, use.fit(), this);
    }

    @Override
    public Object between(Surround surround) {
        return new FrameTexts(frame -> surround.around(frame == null ? "?" : textOf(frame)));
    }

    private String textOf(StackTraceElement frame) {
        return switch (part) {
            case CLASS -> abbreviation == null ? frame.getClassName() : abbreviation.apply(frame.getClassName());
            case "method" -> frame.getMethodName();
            case "line" -> Integer.toString(frame.getLineNumber());
            default -> frame.getFileName();
        };
    }

    @Override
    public String label(PatternNode use) {
        return part;
    }
}
