package dev.millrace.config.logback.xml;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Writes a document down as the JDK's parser and as ours see it, in the same notation. */
final class SaxOracle {
    private static final SAXParser PARSER = newParser();

    private SaxOracle() {}

    private static SAXParser newParser() {
        try {
            SAXParserFactory factory = SAXParserFactory.newInstance();
            factory.setNamespaceAware(false);
            return factory.newSAXParser();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The document as the JDK sees it, or null when it is not well-formed to it. */
    static String jdk(byte[] bytes) {
        try {
            Recorder recorder = new Recorder();
            PARSER.reset();
            PARSER.parse(new InputSource(new ByteArrayInputStream(bytes)), recorder);
            recorder.endText();
            return recorder.out.toString();
        } catch (SAXException e) {
            return null;
        } catch (Exception e) {
            // Xerces reports undecodable bytes and some impossible declarations so.
            return null;
        }
    }

    /** The document as we see it, or null when it is not well-formed to us. */
    static String ours(byte[] bytes) {
        try {
            StringBuilder out = new StringBuilder();
            write(XmlParser.parse(bytes, new ArrayList<>()), out);
            return out.toString();
        } catch (XmlException e) {
            return null;
        }
    }

    private static void write(XmlElement element, StringBuilder out) {
        out.append('<').append(element.name());
        out.append(' ').append(new TreeMap<>(element.attributes())).append(">\n");
        for (XmlNode node : element.children()) {
            if (node instanceof XmlElement child) {
                write(child, out);
            } else {
                out.append('[').append(((XmlText) node).text()).append("]\n");
            }
        }
        out.append("</").append(element.name()).append(">\n");
    }

    private static final class Recorder extends DefaultHandler {
        private final StringBuilder out = new StringBuilder();
        private final StringBuilder text = new StringBuilder();

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) {
            endText();
            out.append('<').append(name);
            Map<String, String> sorted = new TreeMap<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                sorted.put(attributes.getQName(i), attributes.getValue(i));
            }
            out.append(' ').append(sorted).append(">\n");
        }

        @Override
        public void endElement(String uri, String localName, String name) {
            endText();
            out.append("</").append(name).append(">\n");
        }

        @Override
        public void characters(char[] chars, int start, int length) {
            text.append(chars, start, length);
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }

        private void endText() {
            if (!text.isEmpty()) {
                out.append('[').append(text).append("]\n");
                text.setLength(0);
            }
        }
    }
}
