package dev.millrace.config.logback.xml;

/**
 * All text between two tags, with references resolved; comments and processing instructions do not divide it.
 *
 * @param text the text, never empty
 * @param line the line it begins on, from 1
 * @param column the column it begins at, from 1
 * @since 0.1.0
 */
public record XmlText(String text, int line, int column) implements XmlNode {}
