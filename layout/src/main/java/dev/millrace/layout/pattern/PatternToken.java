package dev.millrace.layout.pattern;

import java.util.List;

/**
 * A token of a conversion pattern.
 *
 * @param kind one of the numbers below: every start would load an enum
 * @param text a literal's text, or a word's name
 * @param modifier the width modifier as written, empty without one
 * @param options the options behind a word or a closing parenthesis
 * @param column where the token starts in the pattern, counted from 1
 */
record PatternToken(int kind, String text, String modifier, List<String> options, int column) {
    static final int LITERAL = 0;
    /** {@code %word} or {@code %word{options}}. */
    static final int WORD = 1;
    /** {@code %word(} or {@code %(}. */
    static final int OPEN = 2;
    /** {@code )} or <code>){options}</code>. */
    static final int CLOSE = 3;
}
