package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.Item;

/**
 * An element and the file it stands in.
 *
 * @param source the file, for people
 */
record Placed(String source, Item item) {}
