package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.Item;
import java.util.List;

/**
 * An option or a part of a component.
 *
 * @param line its line
 * @param tag its name as written
 * @param property the bean property it sets
 * @param className the class it names, imports resolved, or null
 * @param value its text with variables substituted, or null when it has none
 * @param children its own options
 */
record Option(int line, String tag, String property, String className, String value, List<Item> children) {
    /** Why its class is of no use. */
    String problem() {
        return "<" + tag + "> "
                + (className == null ? "names no class" : "of class " + className + " is not supported");
    }
}
