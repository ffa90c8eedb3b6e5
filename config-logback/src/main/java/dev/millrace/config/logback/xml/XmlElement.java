package dev.millrace.config.logback.xml;

import java.util.List;
import java.util.Map;

/**
 * An element.
 *
 * @param name its name as written, prefix included
 * @param attributes the values of its attributes, with references resolved and white space normalised, by their names as
 *     written, prefix included
 * @param children its elements and text in document order
 * @param line the line of its start tag, from 1
 * @param column the column of its start tag, from 1
 * @since 0.1.0
 */
public record XmlElement(String name, Map<String, String> attributes, List<XmlNode> children, int line, int column)
        implements XmlNode {
    /** Copies the collections. */
    public XmlElement {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** Its name without a namespace prefix. */
    public String localName() {
        return name.substring(name.indexOf(':') + 1);
    }

    /** The value of an attribute, or null when it has none of that name. */
    public String attribute(String attributeName) {
        return attributes.get(attributeName);
    }
}
