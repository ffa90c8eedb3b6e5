package dev.millrace.layout.pattern;

import dev.millrace.event.ExhaustedException;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces what a regular expression matches. An expression that goes astray (too many steps, the stack, too long a
 * text, a group that does not exist) leaves the text as it is, and is reported once.
 */
final class Replacement implements Transform {
    /** Chars to which a text may grow; one that is as long already may grow by {@link #MORE_CHARS}. */
    private static final long MAX_CHARS = 16_000_000;

    private static final long MORE_CHARS = 1_000_000;

    private final Matcher matcher;
    private final String replacement;
    private final Problems problems;
    private final PatternNode use;
    private final BoundedText text = new BoundedText();
    private final StringBuilder replaced = new StringBuilder();
    /** Groups that the replacement may insert, each of which may be as long as the text. */
    private final long insertedGroups;

    private boolean reported;

    Replacement(Pattern regex, PatternNode use, Problems problems) {
        this.matcher = regex.matcher("");
        this.replacement = use.option(1);
        this.use = use;
        this.problems = problems;
        this.insertedGroups = groupsIn(replacement);
    }

    @Override
    public void apply(LogEvent event, Utf8Buffer out, int start) {
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
