package dev.millrace.cli.transfer;

/**
 * Walks over JSON (RFC 8259) in an array, strictly, except that the bytes of a string need not be UTF-8. Each method
 * takes the place where something begins and returns the place behind it, or {@link #BAD}. Not thread-safe.
 */
final class JsonScanner {
    static final int BAD = -1;
    private static final int MAX_DEPTH = 500;
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private byte[] bytes;
    private int to;
    private boolean escaped;
    private LineFault fault;
    private int faultAt;

    /** Whether the bytes are one JSON value. */
    static boolean isValue(byte[] bytes, int from, int to) {
        JsonScanner scanner = new JsonScanner();
        scanner.begin(bytes, to);
        int end = scanner.value(scanner.blank(from), 0);
        return end != BAD && scanner.blank(end) == to;
    }

    void begin(byte[] array, int end) {
        bytes = array;
        to = end;
    }

    LineFault fault() {
        return fault;
    }

    int faultAt() {
        return faultAt;
    }

    /** Whether the string that was walked over last has escapes. */
    boolean isEscaped() {
        return escaped;
    }

    int bad(LineFault why, int at) {
        fault = why;
        faultAt = at;
        return BAD;
    }

    /** Behind any white space. */
    int blank(int from) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
            at++;
        }
        return at;
    }

    /** The byte there; 0 at the end. */
    int peek(int at) {
        return at < to ? bytes[at] : 0;
    }

    int value(int at, int depth) {
        return switch (peek(at)) {
            case '"' -> string(at);
            case '{' -> depth == MAX_DEPTH ? bad(LineFault.JSON_DEPTH, at) : object(at, depth + 1);
            case '[' -> depth == MAX_DEPTH ? bad(LineFault.JSON_DEPTH, at) : array(at, depth + 1);
            case 't' -> word(at, TRUE);
            case 'f' -> word(at, FALSE);
            case 'n' -> word(at, NULL);
            default -> number(at);
        };
    }

    private int object(int start, int depth) {
        int at = blank(start + 1);
        if (peek(at) == '}') {
            return at + 1;
        }
        while (true) {
            at = member(at);
            at = at == BAD ? BAD : value(at, depth);
            if (at == BAD) {
                return BAD;
            }
            at = blank(at);
            int next = peek(at);
            if (next == '}') {
                return at + 1;
            }
            if (next != ',') {
                return bad(LineFault.JSON, at);
            }
            at = blank(at + 1);
        }
    }

    /** Goes over a key and its colon, to the value. */
    private int member(int key) {
        int at = string(key);
        return at == BAD ? BAD : behindColon(at);
    }

    int behindColon(int behindKey) {
        int at = blank(behindKey);
        return peek(at) == ':' ? blank(at + 1) : bad(LineFault.JSON, at);
    }

    private int array(int start, int depth) {
        int at = blank(start + 1);
        if (peek(at) == ']') {
            return at + 1;
        }
        while (true) {
            at = value(at, depth);
            if (at == BAD) {
                return BAD;
            }
            at = blank(at);
            int next = peek(at);
            if (next == ']') {
                return at + 1;
            }
            if (next != ',') {
                return bad(LineFault.JSON, at);
            }
            at = blank(at + 1);
        }
    }

    int string(int start) {
        if (peek(start) != '"') {
            return bad(LineFault.JSON, start);
        }
        escaped = false;
        int at = start + 1;
        while (true) {
            at = Scan.indexOfSpecial(bytes, at, to);
            if (at == to) {
                return bad(LineFault.JSON_STRING, start);
            }
            if (bytes[at] == '"') {
                return at + 1;
            }
            if (bytes[at] != '\\') {
                return bad(LineFault.JSON_CONTROL, at);
            }
            int length = JsonStrings.escapeLength(bytes, at, to);
            if (length == 0) {
                return bad(LineFault.ESCAPE, at);
            }
            escaped = true;
            at += length;
        }
    }

    private int word(int at, byte[] expected) {
        return LogLines.startsWith(bytes, at, to, expected) ? at + expected.length : bad(LineFault.JSON, at);
    }

    private int number(int start) {
        int at = peek(start) == '-' ? start + 1 : start;
        int digits = digits(at);
        if (digits == at || (peek(at) == '0' && digits > at + 1)) {
            return bad(LineFault.JSON, start);
        }
        at = digits;
        if (peek(at) == '.') {
            digits = digits(at + 1);
            if (digits == at + 1) {
                return bad(LineFault.JSON, start);
            }
            at = digits;
        }
        if (peek(at) == 'e' || peek(at) == 'E') {
            int exponent = peek(at + 1) == '+' || peek(at + 1) == '-' ? at + 2 : at + 1;
            digits = digits(exponent);
            if (digits == exponent) {
                return bad(LineFault.JSON, start);
            }
            at = digits;
        }
        return at;
    }

    private int digits(int from) {
        int at = from;
        while (peek(at) >= '0' && peek(at) <= '9') {
            at++;
        }
        return at;
    }
}
