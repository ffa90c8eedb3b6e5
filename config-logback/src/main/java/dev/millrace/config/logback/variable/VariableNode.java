package dev.millrace.config.logback.variable;

import java.util.List;

/**
 * A piece of a text that may contain variables.
 *
 * @param text text that stands for itself, or null for a variable
 * @param name what a variable's name is made of
 * @param fallback what its default is made of, or null when none is given
 */
record VariableNode(String text, List<VariableNode> name, List<VariableNode> fallback) {
    static VariableNode literal(String text) {
        return new VariableNode(text, null, null);
    }

    boolean isLiteral() {
        return text != null;
    }

    /** Whether expanding this variable inside of {@code outer} would never end. */
    boolean repeats(VariableNode outer) {
        return name.equals(outer.name) && (fallback == null || fallback.equals(outer.fallback));
    }
}
