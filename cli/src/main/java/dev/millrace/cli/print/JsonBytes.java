package dev.millrace.cli.print;

import dev.millrace.event.Utf8Buffer;

/** Appends UTF-8 as JSON strings; what a terminal would obey is escaped too. */
final class JsonBytes {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private JsonBytes() {}

    /** Appends a string with its quotes. */
    static void quote(byte[] text, int offset, int length, Utf8Buffer out) {
        out.put('"');
        int end = offset + length;
        int copied = offset;
        for (int at = offset; at < end; at++) {
            byte octet = text[at];
            boolean c1 = octet == (byte) 0xc2 && at + 1 < end && text[at + 1] < (byte) 0xa0;
            if (!c1 && (octet < 0 || (octet >= ' ' && octet != '"' && octet != '\\' && octet != 0x7f))) {
                continue;
            }
            out.put(text, copied, at - copied);
            if (c1) {
                at++;
                escape(text[at], out);
            } else {
                escape(octet, out);
            }
            copied = at + 1;
        }
        out.put(text, copied, end - copied);
        out.put('"');
    }

    private static void escape(int octet, Utf8Buffer out) {
        out.put('\\');
        switch (octet) {
            case '"', '\\' -> out.put(octet);
            case '\n' -> out.put('n');
            case '\r' -> out.put('r');
            case '\t' -> out.put('t');
            default -> {
                out.putAscii("u00");
                out.put(HEX[octet >> 4 & 15]);
                out.put(HEX[octet & 15]);
            }
        }
    }
}
