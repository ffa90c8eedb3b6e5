package dev.millrace.config.logback.xml;

import java.util.List;

/** What may stand around a document's element: the declaration, the document type with its entities, comments. */
abstract class XmlProlog extends XmlScanner {
    /** Null without a document type declaration. */
    XmlEntities entities;

    XmlProlog(String text, List<String> notices) {
        super(text, notices);
    }

    final void requireAllowedCharacters() throws XmlException {
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

    final void declaration() throws XmlException {
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
    final void miscellaneous(boolean beforeRoot) throws XmlException {
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
}
