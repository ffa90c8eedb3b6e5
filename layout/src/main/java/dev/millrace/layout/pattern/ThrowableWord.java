package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.List;
import java.util.Locale;

/**
 * <code>%ex{full|short|n, text…}</code>: the stack trace, at most n frames of each throwable, without the frames
 * whose line holds one of the texts.
 */
final class ThrowableWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        List<String> options = use.options();
        List<String> ignored = options.isEmpty() ? List.of() : options.subList(1, options.size());
        program.append(
                Program.THROWN,
                new StackTraceText(
                        frameLimit(use, program), ignored, program.context().lineSeparator()),
                use.fit());
    }

    @Override
    public boolean handlesThrowable() {
        return true;
    }

    private static int frameLimit(PatternNode.Word use, ProgramBuilder program) {
        String option = use.option(0);
        if (option == null) {
            return Integer.MAX_VALUE;
        }
        String length = option.toLowerCase(Locale.ROOT);
        if (length.equals("full")) {
            return Integer.MAX_VALUE;
        }
        if (length.equals("short")) {
            return 1;
        }
        try {
            return Integer.parseInt(length);
        } catch (NumberFormatException e) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION,
                    use,
                    "[" + option + "] is neither full nor short nor a number of frames; full is used");
            return Integer.MAX_VALUE;
        }
    }
}
