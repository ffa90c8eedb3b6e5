package dev.millrace.config.logback.xml;

/**
 * An attribute, its value with references resolved and white space normalised.
 *
 * @param name its name as written, prefix included
 * @param value its value
 * @since 0.1.0
 */
public record XmlAttribute(String name, String value) {}
