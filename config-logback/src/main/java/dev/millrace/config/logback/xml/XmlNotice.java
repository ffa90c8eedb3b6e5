package dev.millrace.config.logback.xml;

/**
 * Something in a document that was passed over, without making the document unreadable.
 *
 * @param line where, from 1
 * @param what what it was and what was done instead
 * @since 0.1.0
 */
public record XmlNotice(int line, String what) {}
