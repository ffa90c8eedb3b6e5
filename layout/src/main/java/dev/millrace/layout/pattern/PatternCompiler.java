package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.LayoutProblem;
import java.text.ParseException;
import java.util.List;

/**
 * Turns a conversion pattern into a program. Never throws because of what a pattern holds.
 *
 * @since 0.1.0
 */
public final class PatternCompiler {
    private static final PatternNode WITH_PACKAGING = PatternNode.word("xEx", null, List.of(), null, 1);

    private PatternCompiler() {}

    /**
     * Compiles a pattern. As in Logback, one that cannot be read prints nothing, and a stack trace is appended to one
     * in which no word decides about throwables.
     *
     * @param asLines whether the line separator is printed behind a pattern in which no word prints one
     * @param told whether what is the matter with the pattern was told before
     */
    static Program compile(String pattern, LayoutContext context, boolean asLines, boolean told) {
        Problems problems = new Problems(pattern, context.problems(), told);
        Program program = compile(pattern, context, asLines, problems);
        problems.compiled();
        return program;
    }

    private static Program compile(String pattern, LayoutContext context, boolean asLines, Problems problems) {
        ProgramBuilder program = new ProgramBuilder(context, problems);
        if (pattern == null || pattern.isEmpty()) {
            problems.report(LayoutProblem.EMPTY_PATTERN, "the pattern is empty; nothing is printed");
            return program.build();
        }
        List<PatternNode> nodes;
        try {
            nodes = new PatternParser(new PatternLexer(pattern).tokens(), problems).parse();
        } catch (ParseException e) {
            problems.report(LayoutProblem.BROKEN_PATTERN, columnOf(e), e.getMessage() + "; nothing is printed");
            return program.build();
        }
        program.compile(nodes);
        if (asLines && !program.separatesLines()) {
            program.literal(context.lineSeparator());
        }
        if (!program.handlesThrowable()) {
            appendStackTrace(program, context);
        }
        return program.build();
    }

    /** Why a pattern cannot be read, so that it prints nothing; null where it can. */
    public static String whyUnreadable(String pattern) {
        try {
            List<PatternNode> ignored =
                    new PatternParser(new PatternLexer(pattern).tokens(), new Problems(pattern, null, true)).parse();
            return null;
        } catch (ParseException e) {
            return e.getMessage() + " (column " + columnOf(e) + " of pattern \"" + pattern + "\")";
        }
    }

    private static int columnOf(ParseException e) {
        return e.getErrorOffset() + 1;
    }

    private static void appendStackTrace(ProgramBuilder program, LayoutContext context) {
        if (context.packagingData()) {
            program.compile(WITH_PACKAGING);
        } else {
            // As the word "ex" would, but what prints it is made when a throwable is the first.
            program.append(Program.THROWN, context.lineSeparator(), null);
        }
    }
}
