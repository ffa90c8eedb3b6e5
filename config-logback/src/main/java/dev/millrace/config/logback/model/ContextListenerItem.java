package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <contextListener class="">}.
 *
 * @param className its class attribute, or null
 * @param children its options
 * @since 0.1.0
 */
public record ContextListenerItem(int line, String className, List<Item> children) implements Item {
    /** Copies the list. */
    public ContextListenerItem {
        children = List.copyOf(children);
    }
}
