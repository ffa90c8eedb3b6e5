package dev.millrace.cli.text;

import dev.millrace.event.Utf8Buffer;

/**
 * Prints bytes as JSON. Control characters are escaped, also those that terminals obey; a byte that is no UTF-8 becomes a
 * lone surrogate, U+DC00 and the byte, as the import reads it.
 *
 * @since 0.1.0
 */
public final class JsonBytes {
    private JsonBytes() {}

    /** Prints a string with its quotes. */
    public static void string(byte[] bytes, int from, int to, Utf8Buffer out) {
        out.put('"');
        content(bytes, from, to, true, out);
        out.put('"');
    }

    /** Prints JSON as it is, in one line, but for the bytes in its strings that JSON cannot hold. */
    public static void raw(byte[] bytes, int from, int to, Utf8Buffer out) {
        content(bytes, from, to, false, out);
    }

    private static void content(byte[] bytes, int from, int to, boolean escaping, Utf8Buffer out) {
        int plain = from;
        int at = from;
        while (at < to) {
            byte next = bytes[at];
            if (next >= ' ' && next != 0x7f && (!escaping || (next != '"' && next != '\\'))) {
                at++;
                continue;
            }
            int length = Utf8Sequence.length(bytes, at, to);
            if (length > 1 && !Utf8Sequence.isControl(bytes, at, length)) {
                at += length;
                continue;
            }
            out.put(bytes, plain, at - plain);
            if (length == 0) {
                unicode(0xdc00 | (next & 0xff), out);
            } else if (length == 2) {
                unicode(bytes[at + 1] & 0xff, out);
            } else {
                escape(next, escaping, out);
            }
            at += Math.max(1, length);
            plain = at;
        }
        out.put(bytes, plain, at - plain);
    }

    private static void escape(byte value, boolean escaping, Utf8Buffer out) {
        if (!escaping && value != 0x7f) {
            // White space between tokens; in a string there is none.
            out.put(value == '\n' || value == '\r' ? ' ' : value);
            return;
        }
        switch (value) {
            case '"', '\\' -> out.put('\\');
            case '\n' -> out.putAscii("\\n");
            case '\r' -> out.putAscii("\\r");
            case '\t' -> out.putAscii("\\t");
            default -> unicode(value, out);
        }
        if (value == '"' || value == '\\') {
            out.put(value);
        }
    }

    private static void unicode(int unit, Utf8Buffer out) {
        out.putAscii("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.put(Hex.lowerDigit(unit >> shift));
        }
    }
}
