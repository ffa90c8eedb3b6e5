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
    /** What the words of this kind differ in. */
    enum Style {
        /** {@code %ex}. */
        PLAIN,
        /** {@code %xEx}: frames name the archives of their classes. */
        PACKAGING,
        /** {@code %rEx}: as {@link #PACKAGING}, the innermost cause first. */
        ROOT_FIRST,
        /** {@code %nopex}: prints nothing, and keeps a stack trace from being appended. */
        NONE,
        /** Spring Boot's {@code %wex}: as {@link #PLAIN}, between line ends. */
        SPACED,
        /** Spring Boot's {@code %wEx}: as {@link #PACKAGING}, between line ends. */
        SPACED_PACKAGING
    }

    private final Style style;

    ThrowableWord(Style style) {
        this.style = style;
    }

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        if (style == Style.NONE) {
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
        boolean spaced = style == Style.SPACED || style == Style.SPACED_PACKAGING;
        StackTraceStyle trace = new StackTraceStyle(
                frameLimit(use, program),
                ignored,
                lineSeparator,
                style != Style.PLAIN && style != Style.SPACED,
                style == Style.ROOT_FIRST);
        program.append(
                Program.THROWN,
                new ThrowableText(
                        trace,
                        program.testsNamed(further),
                        (spaced ? lineSeparator : "").getBytes(StandardCharsets.UTF_8)),
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
