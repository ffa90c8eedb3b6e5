package dev.millrace.layout.pattern;

import java.util.List;

/** A part of a pattern as it was read. */
sealed interface PatternNode {
    /** Text that is printed as it is. */
    record Literal(String text) implements PatternNode {}

    /**
     * A conversion word, or a group around others.
     *
     * @param fit what the modifier asks for, null without one
     * @param children what stands between a group's parentheses; null when the word has none
     * @param column where the word starts in the pattern, counted from 1
     */
    record Word(String name, Fit fit, List<String> options, List<PatternNode> children, int column)
            implements PatternNode {
        /** An option by index, or null. */
        String option(int index) {
            return index < options.size() ? options.get(index) : null;
        }

        /** The same without its width modifier. */
        Word withoutFit() {
            return new Word(name, null, options, children, column);
        }

        boolean isGroup() {
            return children != null;
        }
    }
}
