package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <appender name="" class="">}.
 *
 * @since 0.1.0
 */
public record AppenderItem(int line, String name, String className, List<Item> children) implements Item {
    /** Copies the list. */
    public AppenderItem {
        children = List.copyOf(children);
    }
}
