package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <if>}.
 *
 * @param condition its condition attribute, or null
 * @param branches its content, in document order
 * @since 0.1.0
 */
public record IfItem(int line, String condition, List<Branch> branches) implements Item {
    /** Copies the list. */
    public IfItem {
        branches = List.copyOf(branches);
    }

    /** When a branch is used. */
    public enum Use {
        /** When the condition is true: {@code <then>}. */
        THEN,
        /** When it is not: {@code <else>}. */
        ELSE,
        /** In any case: what stands in neither. */
        ALWAYS
    }

    /**
     * A branch.
     *
     * @since 0.1.0
     */
    public record Branch(Use use, List<Item> items) {
        /** Copies the list. */
        public Branch {
            items = List.copyOf(items);
        }
    }
}
