package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <define name="" class="">}: a variable whose value a class finds out.
 *
 * @param scope its scope attribute, or null
 * @param children the options of the class
 * @since 0.1.0
 */
public record DefineItem(int line, String name, String className, String scope, List<Item> children) implements Item {
    /** Copies the list. */
    public DefineItem {
        children = List.copyOf(children);
    }
}
