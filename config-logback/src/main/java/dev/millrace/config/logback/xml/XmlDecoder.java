package dev.millrace.config.logback.xml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Turns a document's bytes into characters: byte order mark, then XML declaration, then UTF-8. */
final class XmlDecoder {
    /** A declaration is looked for in this many bytes. */
    private static final int DECLARATION_LIMIT_BYTES = 1024;

    private XmlDecoder() {}

    static String decode(byte[] bytes, List<String> notices) throws XmlException {
        if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
            return decode(bytes, 3, StandardCharsets.UTF_8, notices);
        }
        if (startsWith(bytes, 0xFE, 0xFF)) {
            return decode(bytes, 2, StandardCharsets.UTF_16BE, notices);
        }
        if (startsWith(bytes, 0xFF, 0xFE)) {
            return decode(bytes, 2, StandardCharsets.UTF_16LE, notices);
        }
        if (startsWith(bytes, 0, '<', 0, '?')) {
            return decode(bytes, 0, StandardCharsets.UTF_16BE, notices);
        }
        if (startsWith(bytes, '<', 0, '?', 0)) {
            return decode(bytes, 0, StandardCharsets.UTF_16LE, notices);
        }
        return decode(bytes, 0, declaredCharset(bytes), notices);
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        if (bytes.length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static Charset declaredCharset(byte[] bytes) throws XmlException {
        String head =
                new String(bytes, 0, Math.min(bytes.length, DECLARATION_LIMIT_BYTES), StandardCharsets.ISO_8859_1);
        int end = head.indexOf("?>");
        if (!head.startsWith("<?xml") || end < 0 || !XmlChars.isSpace(head.charAt(5))) {
            return StandardCharsets.UTF_8;
        }
        int at = head.indexOf("encoding", 5);
        if (at < 0 || at > end) {
            return StandardCharsets.UTF_8;
        }
        int open = at + "encoding".length();
        while (open < end && (XmlChars.isSpace(head.charAt(open)) || head.charAt(open) == '=')) {
            open++;
        }
        char quote = head.charAt(open);
        int close = quote == '"' || quote == '\'' ? head.indexOf(quote, open + 1) : -1;
        if (close < 0 || close > end) {
            return StandardCharsets.UTF_8;
        }
        String name = head.substring(open + 1, close);
        Charset charset;
        try {
            charset = Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new XmlException(1, at + 1, "the declared encoding \"" + name + "\" is not known to this JVM");
        }
        // Bytes that could be read as ASCII up to here are not UTF-16 or UTF-32, whatever they declare.
        return charset.name().startsWith("UTF-") ? StandardCharsets.UTF_8 : charset;
    }

    private static String decode(byte[] bytes, int from, Charset charset, List<String> notices) {
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
                    .toString();
        } catch (CharacterCodingException e) {
            String text = new String(bytes, from, bytes.length - from, charset);
            notices.add(lineOf(text, text.indexOf('\uFFFD')) + ": bytes that are not " + charset.name()
                    + "; each is read as U+FFFD (save the file in that encoding or declare another in <?xml …?>)");
            return text;
        }
    }

    private static int lineOf(String text, int index) {
        int line = 1;
        for (int i = 0; i < index; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        return line;
    }
}
