package dev.millrace.layout.pattern;

import dev.millrace.event.ExhaustedException;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * <code>%replace(…){regex, replacement}</code>: a group in which what matches is replaced. An expression that goes astray
 * (too many steps, the stack, too long a text, a group that does not exist) leaves the text as it is, and is reported
 * once.
 */
final class ReplaceWord extends GroupWord {
    /** Chars to which a text may grow; one that is as long already may grow by {@link #MORE_CHARS}. */
    private static final long MAX_CHARS = 16_000_000;

    private static final long MORE_CHARS = 1_000_000;

    private final BoundedText text = new BoundedText();
    private final StringBuilder replaced = new StringBuilder();
    // Of the one use that the word was made for.
    private PatternNode use;
    private Problems problems;
    private Matcher matcher;
    private String replacement;
    /** Groups that the replacement may insert, each of which may be as long as the text. */
    private long insertedGroups;

    private boolean reported;

    @Override
    public void compile(PatternNode itsUse, ProgramBuilder program) {
        Pattern regex = regex(itsUse, program);
        program.begin(itsUse.fit());
        if (regex == null) {
            program.compile(children(itsUse));
        } else {
            use = itsUse;
            problems = program.problems();
            matcher = regex.matcher("");
            replacement = use.option(1);
            insertedGroups = groupsIn(replacement);
            program.mark();
            program.compile(children(use));
            program.transform(this);
        }
        program.end(itsUse.fit());
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

    @Override
    void apply(LogEvent event, Utf8Buffer out, int start) {
        text.read(out, start);
        try {
            matcher.reset(text);
            if (matcher.find()) {
                replace();
                out.length(start);
                out.putUtf8(replaced);
            }
        } catch (ExhaustedException | StackOverflowError e) {
            report(LayoutProblem.REGEX_GIVEN_UP, "the regular expression was given up (" + e + ")");
        } catch (RuntimeException e) {
            report(LayoutProblem.BAD_REGEX, "[" + replacement + "] is no replacement (" + e + ")");
        } finally {
            text.shrink();
            if (replaced.capacity() > BoundedText.KEPT_CHARS) {
                replaced.setLength(0);
                replaced.trimToSize();
            }
        }
    }

    private static long groupsIn(String replacement) {
        long groups = 0;
        for (int i = 0; i < replacement.length(); i++) {
            groups += replacement.charAt(i) == '$' ? 1 : 0;
        }
        return groups;
    }

    private void replace() {
        long most = Math.max(MAX_CHARS, text.length() + MORE_CHARS);
        long added = replacement.length() + insertedGroups * text.length();
        replaced.setLength(0);
        do {
            if (replaced.length() + text.length() + added > most) {
                throw new ExhaustedException("the replaced text grows too long");
            }
            matcher.appendReplacement(replaced, replacement);
        } while (matcher.find());
        matcher.appendTail(replaced);
    }

    private void report(String key, String what) {
        if (!reported) {
            reported = true;
            problems.report(key, use, what + "; such a text is printed as it is");
        }
    }
}
