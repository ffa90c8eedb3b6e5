package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.regex.Pattern;

/** <code>%replace(…){regex, replacement}</code>: a group in which what matches is replaced. */
final class ReplaceWord extends GroupWord {
    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        Pattern regex = regex(use, program);
        program.begin(use.fit());
        if (regex == null) {
            program.compile(children(use));
        } else {
            program.mark();
            program.compile(children(use));
            program.transform(new Replacement(regex, use, program.problems()));
        }
        program.end(use.fit());
    }

    private static Pattern regex(PatternNode use, ProgramBuilder program) {
        if (use.option(1) == null) {
            program.reportOption(
                    LayoutProblem.BAD_REGEX,
                    use,
                    "a regular expression and its replacement are needed; nothing is replaced");
            return null;
        }
        try {
            return BoundedRegex.compile(use.option(0));
        } catch (IllegalArgumentException e) {
            program.reportOption(
                    LayoutProblem.BAD_REGEX,
                    use,
                    "[" + use.option(0) + "] is no regular expression that can be used ("
                            + BoundedRegex.firstLine(e.getMessage()) + "); nothing is replaced");
            return null;
        }
    }
}
