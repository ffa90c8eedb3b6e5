package dev.millrace.config.logback.xml;

/**
 * What an element contains: elements and text.
 *
 * @since 0.1.0
 */
public sealed interface XmlNode permits XmlElement, XmlText {
    /** The line it begins on, from 1. */
    int line();

    /** The column it begins at in UTF-16 units, from 1. */
    int column();
}
