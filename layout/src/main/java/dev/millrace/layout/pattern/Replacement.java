package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces what a regular expression matches. An expression that goes astray (too many steps, the stack, a group that
 * does not exist) leaves the text as it is, and is reported once.
 */
final class Replacement implements Transform {
    private final Matcher matcher;
    private final String replacement;
    private final WordProblems problems;
    private final BoundedText text = new BoundedText();
    private final StringBuilder replaced = new StringBuilder();
    private boolean reported;

    Replacement(Pattern regex, String replacement, WordProblems problems) {
        this.matcher = regex.matcher("");
        this.replacement = replacement;
        this.problems = problems;
    }

    @Override
    public void apply(LogEvent event, Utf8Buffer out, int start) {
        text.read(out, start);
        try {
            matcher.reset(text);
            if (!matcher.find()) {
                return;
            }
            replaced.setLength(0);
            do {
                matcher.appendReplacement(replaced, replacement);
            } while (matcher.find());
            matcher.appendTail(replaced);
        } catch (BoundedText.Exhausted | StackOverflowError e) {
            report(LayoutProblem.REGEX_GIVEN_UP, "the regular expression was given up (" + e + ")");
            return;
        } catch (RuntimeException e) {
            report(LayoutProblem.BAD_REGEX, "[" + replacement + "] is no replacement (" + e + ")");
            return;
        }
        out.length(start);
        out.putUtf8(replaced);
    }

    private void report(String key, String what) {
        if (!reported) {
            reported = true;
            problems.report(key, what + "; such a text is printed as it is");
        }
    }
}
