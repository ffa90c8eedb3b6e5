package dev.millrace.cli.transfer;

import dev.millrace.cli.text.Hex;

/** How a log format escapes the values in a line. */
enum ValueEscapes {
    /** As nginx ({@code \x22}) and Apache ({@code \"}, {@code \n}) do. */
    DEFAULT {
        @Override
        int unescape(byte[] bytes, int from, int to, byte[] into, int at) {
            int write = at;
            int read = from;
            while (read < to) {
                byte next = bytes[read++];
                if (next == '\\') {
                    int escape = read - 1;
                    boolean hex = read < to && bytes[read] == 'x';
                    int value = hex ? Hex.value(bytes, read + 1, to, 2) : read < to ? ofLetter(bytes[read]) : -1;
                    if (value < 0) {
                        return ~escape;
                    }
                    read += hex ? 3 : 1;
                    next = (byte) value;
                }
                into[write++] = next;
            }
            return write;
        }
    },
    /** As in a JSON string. */
    JSON {
        @Override
        int unescape(byte[] bytes, int from, int to, byte[] into, int at) {
            return JsonStrings.unescape(bytes, from, to, into, at);
        }
    },
    /** Not at all: a backslash is one. */
    NONE {
        @Override
        int unescape(byte[] bytes, int from, int to, byte[] into, int at) {
            System.arraycopy(bytes, from, into, at, to - from);
            return at + to - from;
        }
    };

    /**
     * Writes the value without escapes; never more bytes than it had.
     *
     * @return where it ends in {@code into}; of a sequence that is no escape, the complement of its place in
     *     {@code bytes}
     */
    abstract int unescape(byte[] bytes, int from, int to, byte[] into, int at);

    private static int ofLetter(byte letter) {
        return switch (letter) {
            case '"', '\\', '\'', '/' -> letter;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'v' -> 0x0b;
            default -> -1;
        };
    }
}
