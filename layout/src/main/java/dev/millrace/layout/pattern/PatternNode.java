package dev.millrace.layout.pattern;

import java.util.List;

/**
 * A part of a pattern as it was read: a conversion word, a group around others, or text that is printed as it is. One
 * class for all of them, because every start loads it.
 *
 * @param name a word's name, null for text
 * @param text what text prints, null for a word
 * @param fit what the modifier asks for, null without one
 * @param children what stands between a group's parentheses; null when the word has none
 * @param column where the word starts in the pattern, counted from 1
 */
record PatternNode(String name, String text, Fit fit, List<String> options, List<PatternNode> children, int column) {
    static PatternNode literal(String text) {
        return new PatternNode(null, text, null, List.of(), null, 0);
    }

    /** A word, which is a group where it has children. */
    static PatternNode word(String name, Fit fit, List<String> options, List<PatternNode> children, int column) {
        return new PatternNode(name, null, fit, options, children, column);
    }

    boolean isLiteral() {
        return text != null;
    }

    /** An option by index, or null. */
    String option(int index) {
        return index < options.size() ? options.get(index) : null;
    }

    /** The same without its width modifier. */
    PatternNode withoutFit() {
        return word(name, null, options, children, column);
    }

    boolean isGroup() {
        return children != null;
    }
}
