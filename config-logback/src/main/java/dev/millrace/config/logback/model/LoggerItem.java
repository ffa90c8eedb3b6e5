package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <logger>} or {@code <root>}.
 *
 * @param root whether it is {@code <root>}
 * @param name its name; {@code ROOT} for {@code <root>}
 * @param level its level attribute, or null
 * @param additivity its additivity attribute, or null
 * @param children levels, references, properties and options inside it
 * @since 0.1.0
 */
public record LoggerItem(int line, boolean root, String name, String level, String additivity, List<Item> children)
        implements Item {
    /** Copies the list. */
    public LoggerItem {
        children = List.copyOf(children);
    }
}
