package dev.millrace.config.logback.model;

import java.util.List;

/**
 * An element whose meaning depends on what it stands in: an option or a part of an appender, encoder or filter, or
 * something of the context as a whole, as its name and its listeners.
 *
 * @param tag its name as written
 * @param className its class attribute, or null
 * @param text its text, or null when it has none
 * @param children its elements
 * @since 0.1.0
 */
public record ComponentItem(int line, String tag, String className, String text, List<Item> children) implements Item {
    /** Copies the list. */
    public ComponentItem {
        children = List.copyOf(children);
    }

    /** The bean property it sets: the first letter may be written either way, unless two capitals begin the name. */
    public String property() {
        if (tag.isEmpty() || (tag.length() > 1 && isCapital(0) && isCapital(1))) {
            return tag;
        }
        return Character.toLowerCase(tag.charAt(0)) + tag.substring(1);
    }

    private boolean isCapital(int index) {
        return Character.isUpperCase(tag.charAt(index));
    }
}
