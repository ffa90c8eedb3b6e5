package dev.millrace.config.logback.variable;

import java.util.List;

/** A piece of a text that may contain variables. */
sealed interface VariableNode {
    /** Text that stands for itself. */
    record Literal(String text) implements VariableNode {}

    /**
     * A variable.
     *
     * @param name what its name is made of
     * @param fallback what its default is made of, or null when none is given
     */
    record Reference(List<VariableNode> name, List<VariableNode> fallback) implements VariableNode {
        /** Whether expanding this inside of {@code outer} would never end. */
        boolean repeats(Reference outer) {
            return name.equals(outer.name) && (fallback == null || fallback.equals(outer.fallback));
        }
    }
}
