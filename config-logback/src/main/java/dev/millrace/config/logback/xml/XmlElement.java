package dev.millrace.config.logback.xml;

import java.util.List;

/**
 * An element.
 *
 * @param name its name as written, prefix included
 * @param attributes its attributes in document order
 * @param children its elements and text in document order
 * @param line the line of its start tag, from 1
 * @param column the column of its start tag, from 1
 * @since 0.1.0
 */
public record XmlElement(String name, List<XmlAttribute> attributes, List<XmlNode> children, int line, int column)
        implements XmlNode {
    /** Copies the lists. */
    public XmlElement {
        attributes = List.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** Its name without a namespace prefix. */
    public String localName() {
        return name.substring(name.indexOf(':') + 1);
    }

    /** The value of an attribute, or null when it has none of that name. */
    public String attribute(String attributeName) {
        for (XmlAttribute attribute : attributes) {
            if (attribute.name().equals(attributeName)) {
                return attribute.value();
            }
        }
        return null;
    }
}
