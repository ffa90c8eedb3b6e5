package dev.millrace.config.logback.model;

import java.util.List;

/**
 * A whole {@code <configuration>}. Attributes that are not given are null.
 *
 * @param source what it was read from, for people
 * @param line the line of its start tag
 * @param debug whether to show statuses
 * @param scan whether to watch for changes
 * @param scanPeriod how often to look
 * @param packagingData whether to show where the classes of a stack trace come from
 * @param items its elements, in document order
 * @since 0.1.0
 */
public record ConfigurationModel(
        String source, int line, String debug, String scan, String scanPeriod, String packagingData, List<Item> items) {
    /** Copies the list. */
    public ConfigurationModel {
        items = List.copyOf(items);
    }
}
