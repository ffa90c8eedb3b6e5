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

    /**
     * A branch: {@code <then>}, {@code <else>}, or what stands in neither and is used in any case.
     *
     * @param whenTrue whether it is used when the condition is true
     * @param whenFalse whether it is used when it is not
     * @since 0.1.0
     */
    public record Branch(boolean whenTrue, boolean whenFalse, List<Item> items) {
        /** Copies the list. */
        public Branch {
            items = List.copyOf(items);
        }
    }
}
