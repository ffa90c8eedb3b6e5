package dev.millrace.layout.pattern;

import java.util.List;

/**
 * A token of a conversion pattern.
 *
 * @param text a literal's text, or a word's name
 * @param modifier the width modifier as written, empty without one
 * @param options the options behind a word or a closing parenthesis
 * @param column where the token starts in the pattern, counted from 1
 */
record PatternToken(Kind kind, String text, String modifier, List<String> options, int column) {
    enum Kind {
        LITERAL,
        /** {@code %word} or {@code %word{options}}. */
        WORD,
        /** {@code %word(} or {@code %(}. */
        OPEN,
        /** {@code )} or <code>){options}</code>. */
        CLOSE
    }
}
