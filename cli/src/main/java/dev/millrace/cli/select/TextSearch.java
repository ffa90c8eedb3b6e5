package dev.millrace.cli.select;

import dev.millrace.cli.look.CommandFailure;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression that message or stack trace must match somewhere.
 *
 * @param pattern the expression
 * @param literal what every match contains; empty when nothing is known
 * @param plain whether the expression is nothing but {@code literal}
 * @since 0.1.0
 */
public record TextSearch(Pattern pattern, String literal, boolean plain) {
    /**
     * Reads an expression.
     *
     * @throws CommandFailure when it is none
     */
    public static TextSearch of(String expression, boolean fixed, boolean ignoreCase) {
        int flags = (fixed ? Pattern.LITERAL : 0)
                | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0)
                | Pattern.MULTILINE;
        try {
            Pattern pattern = Pattern.compile(expression, flags);
            String literal = fixed ? expression : RequiredLiteral.of(expression);
            return new TextSearch(pattern, ignoreCase ? "" : literal, !ignoreCase && literal.equals(expression));
        } catch (PatternSyntaxException e) {
            throw CommandFailure.usage("the expression is not understood: " + reason(expression, e) + " near place "
                    + Math.max(0, e.getIndex()) + " of " + expression + " (-F takes it as it is)");
        }
    }

    /** JDK 17 takes a backslash that nothing follows for a mistake of its own. */
    private static String reason(String expression, PatternSyntaxException thrown) {
        int end = expression.length();
        while (end > 0 && expression.charAt(end - 1) == '\\') {
            end--;
        }
        boolean openEscape = (expression.length() - end) % 2 == 1 && thrown.getIndex() >= expression.length();
        return openEscape ? "nothing follows the backslash" : thrown.getDescription();
    }
}
