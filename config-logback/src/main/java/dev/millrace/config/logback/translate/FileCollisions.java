package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds appenders that would write to the file of one before them.
 *
 * <p>As Logback does it: files are compared as they are written, and only those under the exact tags {@code file} and
 * {@code fileNamePattern}. Unlike Logback, an appender that nobody refers to stands in nobody's way.
 */
final class FileCollisions {
    private static final String FILE = "file";
    private static final String FILE_NAME_PATTERN = "fileNamePattern";

    private final Translation translation;
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> patterns = new HashMap<>();

    FileCollisions(Translation translation) {
        this.translation = translation;
    }

    /** Whether an appender collides with one before it, which is reported; else it is remembered. */
    boolean collides(AppenderItem item, String name) {
        boolean file = collides(item, name, FILE, files);
        boolean pattern = collides(item, name, FILE_NAME_PATTERN, patterns);
        return file || pattern;
    }

    private boolean collides(AppenderItem item, String name, String tag, Map<String, String> earlier) {
        ComponentItem option = find(item, tag);
        if (option == null || option.text() == null) {
            return false;
        }
        String value = translation.substitute(option.text(), option.line());
        String other = earlier.putIfAbsent(value, name);
        if (other == null) {
            return false;
        }
        translation.report(
                StatusCode.MR422,
                option.line(),
                "appender " + name + " has the same <" + tag + "> " + value + " as appender " + other
                        + " before it; what is logged to " + name + " goes nowhere (give it another)");
        return true;
    }

    /** The first option of that tag, those of the appender itself before those of its parts. */
    private static ComponentItem find(AppenderItem item, String tag) {
        List<ComponentItem> parts = new ArrayList<>();
        for (Item child : item.children()) {
            if (child instanceof ComponentItem component) {
                if (component.tag().equals(tag)) {
                    return component;
                }
                parts.add(component);
            }
        }
        for (ComponentItem part : parts) {
            for (Item child : part.children()) {
                if (child instanceof ComponentItem component && component.tag().equals(tag)) {
                    return component;
                }
            }
        }
        return null;
    }
}
