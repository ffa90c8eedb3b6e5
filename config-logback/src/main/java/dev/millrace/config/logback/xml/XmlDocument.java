package dev.millrace.config.logback.xml;

import java.util.List;

/**
 * A parsed document.
 *
 * @param root the document element
 * @param notices what was passed over, in document order
 * @since 0.1.0
 */
public record XmlDocument(XmlElement root, List<XmlNotice> notices) {
    /** Copies the list. */
    public XmlDocument {
        notices = List.copyOf(notices);
    }
}
