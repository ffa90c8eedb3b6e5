package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * <code>%ex{full|short|n, test|text…}</code> and its kin: the stack trace, at most n frames of each throwable, without
 * the frames whose line holds one of the texts, and not at all for events that one of the tests matches.
 */
final class ThrowableWord implements ConversionWord {
    /** {@code %ex}: none of what the words of this kind differ in, which add up. */
    static final int PLAIN = 0;
    /** {@code %xEx}: frames name the archives of their classes. */
    static final int PACKAGING = 1;
    /** {@code %rEx}, too: the innermost cause first. */
    static final int ROOT_FIRST = 1 << 1;
    /** Spring Boot's {@code %wex} and {@code %wEx}: between line ends. */
    static final int SPACED = 1 << 2;
    /** {@code %nopex}: prints nothing, and keeps a stack trace from being appended. */
    static final int NONE = 1 << 3;

    private final int style;

    ThrowableWord(int style) {
        this.style = style;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        if (style == NONE) {
            program.begin(use.fit());
            program.end(use.fit());
            return;
        }
        List<String> further = use.options().isEmpty()
                ? List.of()
                : use.options().subList(1, use.options().size());
        List<String> ignored = new ArrayList<>();
        for (String option : further) {
            if (!program.context().tests().containsKey(option)) {
                ignored.add(option);
            }
        }
        String lineSeparator = program.context().lineSeparator();
        StackTraceStyle trace =
                new StackTraceStyle(frameLimit(use, program), ignored, lineSeparator, has(PACKAGING), has(ROOT_FIRST));
        program.append(
                Program.THROWN,
                new ThrowableText(
                        trace,
                        program.testsNamed(further),
                        (has(SPACED) ? lineSeparator : "").getBytes(StandardCharsets.UTF_8)),
                use.fit());
    }

    private boolean has(int flag) {
        return (style & flag) != 0;
    }

    @Override
    public boolean handlesThrowable() {
        return true;
    }

    private static int frameLimit(PatternNode use, ProgramBuilder program) {
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
