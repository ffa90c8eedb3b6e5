package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <condition class="">}: decides the next {@code <if>}.
 *
 * @param className its class attribute
 * @param children its options
 * @since 0.1.0
 */
public record ConditionItem(int line, String className, List<Item> children) implements Item {
    /** Copies the list. */
    public ConditionItem {
        children = List.copyOf(children);
    }
}
