package dev.millrace.cli.transfer;

import dev.millrace.cli.text.Hex;

/**
 * What stands between the quotes of a JSON string. A byte that is no UTF-8 is written as the lone surrogate U+DC80 to
 * U+DCFF, so that JSON can hold any bytes; such a surrogate becomes the byte again.
 */
final class JsonStrings {
    private static final int BYTE_SURROGATE = 0xDC80;

    private JsonStrings() {}

    /** As {@link ValueEscapes#unescape}. */
    static int unescape(byte[] bytes, int from, int to, byte[] into, int at) {
        int write = at;
        int read = from;
        while (read < to) {
            byte next = bytes[read];
            if (next != '\\') {
                into[write++] = next;
                read++;
                continue;
            }
            int length = escapeLength(bytes, read, to);
            if (length == 0) {
                return ~read;
            }
            if (length == 2) {
                into[write++] = (byte) ofLetter(bytes[read + 1]);
                read += 2;
                continue;
            }
            int unit = Hex.value(bytes, read + 2, to, 4);
            read += 6;
            if (Character.isHighSurrogate((char) unit) && escapeLength(bytes, read, to) == 6) {
                int low = Hex.value(bytes, read + 2, to, 4);
                if (Character.isLowSurrogate((char) low)) {
                    read += 6;
                    unit = Character.toCodePoint((char) unit, (char) low);
                }
            }
            write = put(unit, into, write);
        }
        return write;
    }

    /** Length of the escape that begins at a backslash: 2 or 6; 0 when none does. */
    static int escapeLength(byte[] bytes, int at, int to) {
        if (to - at < 2 || bytes[at] != '\\') {
            return 0;
        }
        if (bytes[at + 1] == 'u') {
            return Hex.value(bytes, at + 2, to, 4) < 0 ? 0 : 6;
        }
        return ofLetter(bytes[at + 1]) < 0 ? 0 : 2;
    }

    private static int ofLetter(byte letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> -1;
        };
    }

    private static int put(int point, byte[] into, int start) {
        int at = start;
        if (point < 0x80) {
            into[at++] = (byte) point;
        } else if (point < 0x800) {
            into[at++] = (byte) (0xc0 | (point >> 6));
            into[at++] = (byte) (0x80 | (point & 0x3f));
        } else if (point >= BYTE_SURROGATE && point <= BYTE_SURROGATE + 0x7f) {
            into[at++] = (byte) point;
        } else if (point < 0x10000) {
            into[at++] = (byte) (0xe0 | (point >> 12));
            into[at++] = (byte) (0x80 | ((point >> 6) & 0x3f));
            into[at++] = (byte) (0x80 | (point & 0x3f));
        } else {
            into[at++] = (byte) (0xf0 | (point >> 18));
            into[at++] = (byte) (0x80 | ((point >> 12) & 0x3f));
            into[at++] = (byte) (0x80 | ((point >> 6) & 0x3f));
            into[at++] = (byte) (0x80 | (point & 0x3f));
        }
        return at;
    }
}
