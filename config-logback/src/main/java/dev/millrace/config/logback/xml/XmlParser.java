package dev.millrace.config.logback.xml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses a whole XML 1.0 document that is in memory.
 *
 * <p>Not validating, no namespaces. Of a document type declaration the entities count whose text stands in the document
 * itself; references to others stay as they are written, with a notice. Nothing outside the given bytes is ever read.
 * Needs no class of {@code java.xml}, whose parser takes longer to load than all the rest of a start.
 *
 * <p>Instances are used once, by one thread.
 *
 * @since 0.1.0
 */
public final class XmlParser extends XmlProlog {
    /** Larger documents are refused. */
    public static final int MAX_DOCUMENT_BYTES = 8 << 20;

    /** Documents with more elements inside one another are refused. */
    public static final int MAX_DEPTH = 200;

    /** Elements with more attributes are refused. */
    public static final int MAX_ATTRIBUTES = 200;

    // Elements whose end tags have not been read, and what has been found in each of them.
    private final ArrayDeque<XmlElement> open = new ArrayDeque<>();
    private final ArrayDeque<List<XmlNode>> found = new ArrayDeque<>();
    private final StringBuilder characters = new StringBuilder();
    private int charactersLine;
    private int charactersColumn;
    // Elements that were open before the entity that is being read.
    private int openBefore;

    private XmlParser(String text, List<String> notices) {
        super(text, notices);
    }

    /**
     * Parses a document, and returns its element.
     *
     * @param notices gets what was passed over and what was done instead, each behind its line and a colon
     * @throws XmlException when it is not well-formed, or beyond a limit
     */
    public static XmlElement parse(byte[] bytes, List<String> notices) throws XmlException {
        if (bytes.length > MAX_DOCUMENT_BYTES) {
            throw new XmlException(
                    1, 1, "the document has " + bytes.length + " bytes, at most " + MAX_DOCUMENT_BYTES + " are read");
        }
        String text = withPlainLineEnds(XmlDecoder.decode(bytes, notices));
        return new XmlParser(text, notices).document();
    }

    private static String withPlainLineEnds(String text) {
        if (text.indexOf('\r') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\r') {
                plain.append(c);
            } else if (i + 1 == text.length() || text.charAt(i + 1) != '\n') {
                plain.append('\n');
            }
        }
        return plain.toString();
    }

    private XmlElement document() throws XmlException {
        requireAllowedCharacters();
        if (lookingAt("<?xml") && text.length() > 5 && XmlChars.isSpace(text.charAt(5))) {
            declaration();
        }
        miscellaneous(true);
        if (at == text.length()) {
            throw error(at, "the document has no element");
        }
        XmlElement root = rootElement();
        miscellaneous(false);
        if (at < text.length()) {
            throw error(at, "nothing but comments may follow the end of <" + root.name() + ">");
        }
        return root;
    }

    private XmlElement rootElement() throws XmlException {
        if (text.charAt(at) != '<') {
            throw error(at, "text is not allowed before the first element");
        }
        XmlElement root = content();
        if (root == null) {
            XmlElement unclosed = open.peek();
            throw error(at, "the document ends before </" + unclosed.name() + "> of line " + unclosed.line());
        }
        return root;
    }

    /** Reads up to the end of the document element, which it returns, or of the text. */
    private XmlElement content() throws XmlException {
        XmlElement root = null;
        while (root == null && at < text.length()) {
            char c = text.charAt(at);
            if (c != '<') {
                beginText();
                characterData();
            } else if (lookingAt("<!--")) {
                comment();
            } else if (lookingAt("<?")) {
                processingInstruction();
            } else if (lookingAt("<![CDATA[")) {
                cdata();
            } else {
                endText();
                root = lookingAt("</") ? endTag() : startTag();
            }
        }
        return root;
    }

    /** Places are asked for in ascending order, or counting lines would become quadratic. */
    private void beginText() {
        if (characters.isEmpty()) {
            charactersLine = lineAt(at);
            charactersColumn = columnAt(at);
        }
    }

    private void endText() {
        if (!characters.isEmpty()) {
            found.peek().add(new XmlText(characters.toString(), charactersLine, charactersColumn));
            characters.setLength(0);
        }
    }

    private void characterData() throws XmlException {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '<') {
                return;
            }
            if (c == '&') {
                String entity = reference(characters);
                if (entity != null) {
                    contentOf(entity);
                    beginText();
                }
                continue;
            }
            if (c == ']' && lookingAt("]]>")) {
                throw error(at, "\"]]>\" is not allowed in text (write \"]]&gt;\")");
            }
            characters.append(c);
            at++;
        }
    }

    private void cdata() throws XmlException {
        if (open.isEmpty()) {
            throw error(at, "text is not allowed before the first element");
        }
        int from = at + "<![CDATA[".length();
        int end = text.indexOf("]]>", from);
        if (end < 0) {
            throw error(at, "a CDATA section begins here and never ends");
        }
        beginText();
        characters.append(text, from, end);
        at = end + 3;
    }

    /** Reads a start tag; returns the element when it is the whole document. */
    private XmlElement startTag() throws XmlException {
        int start = at;
        int line = lineAt(start);
        int column = columnAt(start);
        at++;
        String name = name("an element");
        Map<String, String> attributes = new HashMap<>();
        while (true) {
            boolean spaced = skipSpace();
            if (lookingAt("/>")) {
                at += 2;
                return add(new XmlElement(name, attributes, List.of(), line, column));
            }
            if (lookingAt(">")) {
                at++;
                if (open.size() == MAX_DEPTH) {
                    throw error(start, "more than " + MAX_DEPTH + " elements inside one another");
                }
                open.push(new XmlElement(name, attributes, List.of(), line, column));
                found.push(new ArrayList<>());
                return null;
            }
            if (at == text.length()) {
                throw error(start, "the tag <" + name + " never ends");
            }
            if (!spaced) {
                throw error(at, "white space, \">\" or \"/>\" is expected in the tag <" + name + ">");
            }
            addAttribute(attributes, name);
        }
    }

    private void addAttribute(Map<String, String> attributes, String element) throws XmlException {
        int start = at;
        String name = name("an attribute of <" + element + ">");
        equalsSign();
        if (attributes.size() == MAX_ATTRIBUTES) {
            throw error(start, "<" + element + "> has more than " + MAX_ATTRIBUTES + " attributes");
        }
        if (attributes.containsKey(name)) {
            throw error(start, "<" + element + "> has two attributes " + name);
        }
        attributes.put(name, attributeValue(name));
    }

    private String attributeValue(String name) throws XmlException {
        int start = at;
        char quote = at < text.length() ? text.charAt(at) : 0;
        if (quote != '"' && quote != '\'') {
            throw error(at, "the value of " + name + " must be in quotes");
        }
        at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return value.toString();
            }
            attributeCharacter(name, value);
        }
        throw error(start, "the value of " + name + " begins here and never ends");
    }

    private void attributeCharacter(String name, StringBuilder value) throws XmlException {
        char c = text.charAt(at);
        if (c == '<') {
            throw error(at, "\"<\" is not allowed in the value of " + name + " (write \"&lt;\")");
        }
        if (c != '&') {
            value.append(XmlChars.isSpace(c) ? ' ' : c);
            at++;
            return;
        }
        int start = at;
        String entity = reference(value);
        if (entity != null) {
            String outer = text;
            int next = at;
            boolean outermost = begin(entity, start);
            while (at < text.length()) {
                attributeCharacter(name, value);
            }
            end(outer, next, outermost);
        }
    }

    /** Reads what an entity stands for as if it stood where the reference, in front of this place, stands. */
    private void contentOf(String entity) throws XmlException {
        String outer = text;
        int next = at;
        boolean outermost = begin(entity, at - entity.length() - 2);
        int outerOpen = openBefore;
        openBefore = open.size();
        XmlElement ignored = content();
        if (open.size() > openBefore) {
            throw error(
                    at, "<" + open.peek().name() + "> begins in entity \"&" + entity + ";\" and does not end there");
        }
        openBefore = outerOpen;
        end(outer, next, outermost);
    }

    /** Whether no other entity is being read. */
    private boolean begin(String entity, int reference) throws XmlException {
        String problem = entities.begin(entity);
        if (problem != null) {
            throw error(reference, problem);
        }
        boolean outermost = entityLine == 0;
        if (outermost) {
            int line = lineAt(reference);
            entityColumn = columnAt(reference);
            entityLine = line;
        }
        text = entities.text(entity);
        at = 0;
        return outermost;
    }

    private void end(String outer, int next, boolean outermost) {
        entities.end();
        text = outer;
        at = next;
        if (outermost) {
            entityLine = 0;
        }
    }

    private XmlElement endTag() throws XmlException {
        int start = at;
        at += 2;
        String name = name("an element");
        skipSpace();
        if (!lookingAt(">")) {
            throw error(at, "\">\" is expected after </" + name);
        }
        at++;
        XmlElement closing = open.poll();
        if (closing == null || open.size() < openBefore) {
            throw error(start, "</" + name + "> closes nothing");
        }
        if (!closing.name().equals(name)) {
            throw error(start, "</" + name + "> closes <" + closing.name() + "> of line " + closing.line());
        }
        return add(new XmlElement(name, closing.attributes(), found.pop(), closing.line(), closing.column()));
    }

    /** Adds a whole element to the one it stands in; returns it when it is the document's. */
    private XmlElement add(XmlElement element) {
        if (open.isEmpty()) {
            return element;
        }
        found.peek().add(element);
        return null;
    }

    /** Takes in what a reference stands for; returns the name of an entity whose text is yet to be read, or null. */
    private String reference(StringBuilder into) throws XmlException {
        int start = at;
        at++;
        if (lookingAt("#")) {
            at++;
            into.appendCodePoint(characterReference(start));
            return null;
        }
        String name = entityName(start);
        switch (name) {
            case "lt" -> into.append('<');
            case "gt" -> into.append('>');
            case "amp" -> into.append('&');
            case "quot" -> into.append('"');
            case "apos" -> into.append('\'');
            default -> {
                if (entities == null) {
                    throw error(start, "there is no entity \"&" + name + ";\"");
                }
                if (entities.text(name) != null) {
                    return name;
                }
                into.append(text, start, at);
                notice(start, "entity \"&" + name + ";\" is not resolved; it stays as it is written");
            }
        }
        return null;
    }
}
