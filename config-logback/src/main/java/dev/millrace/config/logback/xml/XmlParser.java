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
public final class XmlParser {
    /** Larger documents are refused. */
    public static final int MAX_DOCUMENT_BYTES = 8 << 20;

    /** Documents with more elements inside one another are refused. */
    public static final int MAX_DEPTH = 200;

    /** Elements with more attributes are refused. */
    public static final int MAX_ATTRIBUTES = 200;

    private static final int MAX_NOTICES = 50;

    // The document, or what the entity stands for that is being read.
    private String text;
    private final List<String> notices;
    // Elements whose end tags have not been read, and what has been found in each of them.
    private final ArrayDeque<XmlElement> open = new ArrayDeque<>();
    private final ArrayDeque<List<XmlNode>> found = new ArrayDeque<>();
    private final StringBuilder characters = new StringBuilder();
    private int charactersLine;
    private int charactersColumn;
    private int at;
    private boolean isOfVersion11;
    // Null without a document type declaration.
    private XmlEntities entities;
    // Elements that were open before the entity that is being read; where that is referred to, outside of any.
    private int openBefore;
    private int entityLine;
    private int entityColumn;

    private int placedAt;
    private int placedLine = 1;
    private int placedLineStart;

    private XmlParser(String text, List<String> notices) {
        this.text = text;
        this.notices = notices;
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

    private void requireAllowedCharacters() throws XmlException {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0xD800) {
                i++;
                continue;
            }
            int codePoint = text.codePointAt(i);
            if (!XmlChars.isAllowed(codePoint)) {
                throw error(i, "character U+" + Integer.toHexString(codePoint) + " is not allowed in XML");
            }
            i += Character.charCount(codePoint);
        }
    }

    private void declaration() throws XmlException {
        int start = at;
        at += 5;
        String previous = "";
        while (true) {
            skipSpace();
            if (lookingAt("?>")) {
                break;
            }
            int nameAt = at;
            String name = name("an attribute of the XML declaration");
            if (!followsInDeclaration(previous, name)) {
                throw error(nameAt, "\"" + name + "\" is out of place in the XML declaration");
            }
            previous = name;
            equalsSign();
            int valueAt = at;
            String value = quoted();
            if (!isDeclarationValue(name, value)) {
                throw error(valueAt, "the XML declaration cannot say " + name + "=\"" + value + "\"");
            }
            isOfVersion11 |= value.equals("1.1");
        }
        if (previous.isEmpty()) {
            throw error(start, "the XML declaration names no version");
        }
        at += 2;
    }

    private static boolean followsInDeclaration(String previous, String name) {
        return switch (name) {
            case "version" -> previous.isEmpty();
            case "encoding" -> previous.equals("version");
            case "standalone" -> previous.equals("version") || previous.equals("encoding");
            default -> false;
        };
    }

    private static boolean isDeclarationValue(String name, String value) {
        return switch (name) {
            case "version" -> value.equals("1.0") || value.equals("1.1");
            case "standalone" -> value.equals("yes") || value.equals("no");
            default -> isEncodingName(value);
        };
    }

    private static boolean isEncodingName(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean other = (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
            if (!letter && (i == 0 || !other)) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    /** Comments, processing instructions and white space outside the document element. */
    private void miscellaneous(boolean beforeRoot) throws XmlException {
        while (true) {
            skipSpace();
            if (lookingAt("<!--")) {
                comment();
            } else if (lookingAt("<?")) {
                processingInstruction();
            } else if (beforeRoot && entities == null && lookingAt("<!DOCTYPE")) {
                doctype();
            } else {
                return;
            }
        }
    }

    private void comment() throws XmlException {
        int end = text.indexOf("--", at + 4);
        if (end < 0) {
            throw error(at, "a comment begins here and never ends");
        }
        if (!text.startsWith("-->", end)) {
            throw error(end, "\"--\" is not allowed inside a comment");
        }
        at = end + 3;
    }

    private void processingInstruction() throws XmlException {
        int start = at;
        at += 2;
        String target = name("the target of a processing instruction");
        if (target.equalsIgnoreCase("xml")) {
            throw error(start, "an XML declaration may only stand at the very beginning");
        }
        int end = text.indexOf("?>", at);
        if (end < 0) {
            throw error(start, "a processing instruction begins here and never ends");
        }
        if (end > at && !XmlChars.isSpace(text.charAt(at))) {
            throw error(at, "white space is missing after the target of a processing instruction");
        }
        at = end + 2;
    }

    private void doctype() throws XmlException {
        int start = at;
        entities = new XmlEntities();
        at += "<!DOCTYPE".length();
        boolean inSubset = false;
        boolean unread = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '>' && !inSubset) {
                at++;
                if (unread) {
                    notice(start, "of <!DOCTYPE> only entities are read, none outside, and no defaults of attributes");
                }
                return;
            }
            if (c == '"' || c == '\'') {
                unread = true;
                quoted();
            } else if (inSubset && lookingAt("<!ENTITY")) {
                entityDeclaration();
            } else if (lookingAt("<!--")) {
                comment();
            } else if (lookingAt("<?")) {
                processingInstruction();
            } else {
                if (c == '[') {
                    inSubset = true;
                } else if (c == ']') {
                    inSubset = false;
                }
                at++;
            }
        }
        throw error(start, "<!DOCTYPE begins here and never ends");
    }

    private void entityDeclaration() throws XmlException {
        at += "<!ENTITY".length();
        skipSpace();
        if (lookingAt("%")) {
            // For declarations only, of which none but these is read.
            return;
        }
        String name = name("an entity");
        skipSpace();
        entities.declare(name, lookingAt("\"") || lookingAt("'") ? entityText() : null);
    }

    /** What a declaration says: references to characters count at once, those to entities where it is used. */
    private String entityText() throws XmlException {
        int start = at;
        char quote = text.charAt(at++);
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return value.toString();
            }
            if (c == '%') {
                throw error(at, "\"%\" is not allowed in the text of an entity (write \"&#37;\")");
            }
            if (lookingAt("&#")) {
                int reference = at;
                at += 2;
                value.appendCodePoint(characterReference(reference));
            } else if (c == '&') {
                int reference = at++;
                entityName(reference);
                value.append(text, reference, at);
            } else {
                value.append(c);
                at++;
            }
        }
        throw error(start, "the text of an entity begins here and never ends");
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

    private String entityName(int start) throws XmlException {
        String name = name("an entity after \"&\" (write \"&amp;\" for the character itself)");
        if (!lookingAt(";")) {
            throw error(start, "\";\" is missing after \"&" + name + "\" (write \"&amp;\" for the character itself)");
        }
        at++;
        return name;
    }

    private int characterReference(int start) throws XmlException {
        int radix = 10;
        if (lookingAt("x")) {
            radix = 16;
            at++;
        }
        int digitsAt = at;
        int codePoint = 0;
        while (at < text.length() && text.charAt(at) < 0x80 && Character.digit(text.charAt(at), radix) >= 0) {
            codePoint = Math.min(codePoint * radix + Character.digit(text.charAt(at), radix), 0x110000);
            at++;
        }
        if (at == digitsAt || !lookingAt(";")) {
            throw error(start, "a character reference is \"&#\", digits and \";\", or \"&#x\", hex digits and \";\"");
        }
        at++;
        if (!XmlChars.isAllowed(codePoint) && (!isOfVersion11 || codePoint == 0 || codePoint >= 0x20)) {
            throw error(start, "\"" + text.substring(start, at) + "\" refers to a character that XML does not allow");
        }
        return codePoint;
    }

    private void equalsSign() throws XmlException {
        skipSpace();
        if (!lookingAt("=")) {
            throw error(at, "\"=\" is expected");
        }
        at++;
        skipSpace();
    }

    /** Text in quotes, taken as it stands. */
    private String quoted() throws XmlException {
        char quote = at < text.length() ? text.charAt(at) : 0;
        int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw error(at, "a text in quotes is expected");
        }
        String value = text.substring(at + 1, end);
        at = end + 1;
        return value;
    }

    private String name(String ofWhat) throws XmlException {
        int start = at;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (at == start ? !XmlChars.isNameStart(codePoint) : !XmlChars.isNamePart(codePoint)) {
                break;
            }
            at += Character.charCount(codePoint);
        }
        if (at == start) {
            throw error(start, "the name of " + ofWhat + " is expected");
        }
        return text.substring(start, at);
    }

    private boolean skipSpace() {
        int start = at;
        while (at < text.length() && XmlChars.isSpace(text.charAt(at))) {
            at++;
        }
        return at > start;
    }

    private boolean lookingAt(String prefix) {
        return text.startsWith(prefix, at);
    }

    private void notice(int index, String what) {
        if (notices.size() < MAX_NOTICES) {
            notices.add(lineAt(index) + ": " + what);
        }
    }

    private XmlException error(int index, String what) {
        int line = lineAt(index);
        return new XmlException(line, columnAt(index), what);
    }

    private int lineAt(int index) {
        if (entityLine > 0) {
            return entityLine;
        }
        if (index < placedAt) {
            placedAt = 0;
            placedLine = 1;
            placedLineStart = 0;
        }
        for (; placedAt < index; placedAt++) {
            if (text.charAt(placedAt) == '\n') {
                placedLine++;
                placedLineStart = placedAt + 1;
            }
        }
        return placedLine;
    }

    /** The column of an index, from 1. */
    private int columnAt(int index) {
        if (entityLine > 0) {
            return entityColumn;
        }
        lineAt(index);
        return index - placedLineStart + 1;
    }
}
