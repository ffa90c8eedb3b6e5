package dev.millrace.config.logback.model;

import java.util.List;
import java.util.Map;

/**
 * An element directly below {@code <configuration>} that adds to what the others can use: {@code <define>},
 * {@code <timestamp>}, {@code <include>}, {@code <conversionRule>} and {@code <evaluator>}.
 *
 * @param tag its name in lower case
 * @param attributes the values of its attributes
 * @param children its options
 * @since 0.1.0
 */
public record DefinitionItem(int line, String tag, Map<String, String> attributes, List<Item> children)
        implements Item {
    /** Copies the list. */
    public DefinitionItem {
        children = List.copyOf(children);
    }

    /** The value of an attribute, or null when it has none of that name. */
    public String attribute(String name) {
        return attributes.get(name);
    }
}
