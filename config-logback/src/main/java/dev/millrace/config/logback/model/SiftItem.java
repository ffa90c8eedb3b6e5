package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <sift>} inside an appender: what is made anew for each value.
 *
 * @param children its properties, conditions and appenders
 * @since 0.1.0
 */
public record SiftItem(int line, List<Item> children) implements Item {
    /** Copies the list. */
    public SiftItem {
        children = List.copyOf(children);
    }
}
