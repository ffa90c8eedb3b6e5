package dev.millrace.config.logback.xml;

import java.util.List;

/** A place in a text, and the tokens that may begin there. */
abstract class XmlScanner {
    private static final int MAX_NOTICES = 50;

    /** The document, or what the entity stands for that is being read. */
    String text;

    /** The place. */
    int at;

    boolean isOfVersion11;

    /** Where the outermost entity that is being read is referred to; 0 outside of any. */
    int entityLine;

    int entityColumn;

    private final List<String> notices;
    private int placedAt;
    private int placedLine = 1;
    private int placedLineStart;

    XmlScanner(String text, List<String> notices) {
        this.text = text;
        this.notices = notices;
    }

    final void comment() throws XmlException {
        int end = text.indexOf("--", at + 4);
        if (end < 0) {
            throw error(at, "a comment begins here and never ends");
        }
        if (!text.startsWith("-->", end)) {
            throw error(end, "\"--\" is not allowed inside a comment");
        }
        at = end + 3;
    }

    final void processingInstruction() throws XmlException {
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

    final String entityName(int start) throws XmlException {
        String name = name("an entity after \"&\" (write \"&amp;\" for the character itself)");
        if (!lookingAt(";")) {
            throw error(start, "\";\" is missing after \"&" + name + "\" (write \"&amp;\" for the character itself)");
        }
        at++;
        return name;
    }

    final int characterReference(int start) throws XmlException {
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

    final void equalsSign() throws XmlException {
        skipSpace();
        if (!lookingAt("=")) {
            throw error(at, "\"=\" is expected");
        }
        at++;
        skipSpace();
    }

    /** Text in quotes, taken as it stands. */
    final String quoted() throws XmlException {
        char quote = at < text.length() ? text.charAt(at) : 0;
        int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw error(at, "a text in quotes is expected");
        }
        String value = text.substring(at + 1, end);
        at = end + 1;
        return value;
    }

    final String name(String ofWhat) throws XmlException {
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

    final boolean skipSpace() {
        int start = at;
        while (at < text.length() && XmlChars.isSpace(text.charAt(at))) {
            at++;
        }
        return at > start;
    }

    final boolean lookingAt(String prefix) {
        return text.startsWith(prefix, at);
    }

    final void notice(int index, String what) {
        if (notices.size() < MAX_NOTICES) {
            notices.add(lineAt(index) + ": " + what);
        }
    }

    final XmlException error(int index, String what) {
        int line = lineAt(index);
        return new XmlException(line, columnAt(index), what);
    }

    final int lineAt(int index) {
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
    final int columnAt(int index) {
        if (entityLine > 0) {
            return entityColumn;
        }
        lineAt(index);
        return index - placedLineStart + 1;
    }
}
