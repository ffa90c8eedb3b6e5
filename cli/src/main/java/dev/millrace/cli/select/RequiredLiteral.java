package dev.millrace.cli.select;

/**
 * Finds the longest text that every match of a regular expression must contain, by a careful look: where a part is not
 * surely a plain character, it ends the text.
 */
final class RequiredLiteral {
    private static final String SPECIAL = "\\[](){}.*+?^$|";

    private RequiredLiteral() {}

    /** Empty when nothing is sure. */
    static String of(String expression) {
        // Alternatives, and flags and quotes in the middle, make any text optional or another one.
        if (expression.indexOf('|') >= 0 || expression.contains("(?") || expression.contains("\\Q")) {
            return "";
        }
        String longest = "";
        StringBuilder run = new StringBuilder();
        int at = 0;
        while (at < expression.length()) {
            char c = expression.charAt(at);
            boolean escaped = c == '\\' && at + 1 < expression.length() && isPunctuation(expression.charAt(at + 1));
            char plain = escaped ? expression.charAt(at + 1) : c;
            int behind = at + (escaped ? 2 : 1);
            if (!escaped && SPECIAL.indexOf(c) >= 0) {
                longest = longer(longest, run);
                at = behindSpecial(expression, at);
                continue;
            }
            // A quantifier binds the last character only, and may ask for none of it.
            boolean quantified = behind < expression.length() && "*?{+".indexOf(expression.charAt(behind)) >= 0;
            if (quantified) {
                longest = longer(longest, run);
            } else {
                run.append(plain);
            }
            at = behind;
        }
        longest = longer(longest, run);
        // Half a pair of surrogates is no text.
        return longest.chars().anyMatch(c -> Character.isSurrogate((char) c)) ? "" : longest;
    }

    private static boolean isPunctuation(char c) {
        return c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
    }

    private static String longer(String longest, StringBuilder run) {
        String found = run.length() > longest.length() ? run.toString() : longest;
        run.setLength(0);
        return found;
    }

    /** Behind an escape, a class or a group as a whole; behind one character otherwise. */
    private static int behindSpecial(String expression, int at) {
        char c = expression.charAt(at);
        if (c == '\\') {
            // Of longer escapes the rest must not be taken for text.
            return at + 1 < expression.length() && "dDsSwWbBhHvVtnrf".indexOf(expression.charAt(at + 1)) >= 0
                    ? at + 2
                    : expression.length();
        }
        if (c == '[' || c == '(') {
            return closing(expression, at, c, c == '[' ? ']' : ')');
        }
        if (c == '{') {
            int end = expression.indexOf('}', at);
            return end < 0 ? expression.length() : end + 1;
        }
        return at + 1;
    }

    private static int closing(String expression, int at, char open, char close) {
        int depth = 0;
        for (int i = at; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == open || (open == '(' && c == '[')) {
                // A class inside a group may hold a parenthesis: what is behind is not sure.
                if (c != open) {
                    return expression.length();
                }
                if (open == '[' && isClosingLiteral(expression, i + 1)) {
                    return expression.length();
                }
                depth++;
            } else if (c == close && --depth == 0) {
                return i + 1;
            }
        }
        return expression.length();
    }

    /** Whether a class begins with a bracket, which then does not close it: {@code []a]}, {@code [^]a]}. */
    private static boolean isClosingLiteral(String expression, int from) {
        return expression.startsWith("]", from) || expression.startsWith("^]", from);
    }
}
