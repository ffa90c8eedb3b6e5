package dev.millrace.cli.print;

/**
 * Which printed numbers are numbers in JSON (RFC 8259): not NaN, not Infinity, and no other text that somebody who wrote
 * into the journal's files calls a number.
 */
final class JsonNumbers {
    private JsonNumbers() {}

    static boolean isNumber(byte[] text, int length) {
        int from = startsWith(text, 0, length, '-') ? 1 : 0;
        int at = digits(text, from, length);
        if (at == from || (text[from] == '0' && at > from + 1)) {
            return false;
        }
        if (startsWith(text, at, length, '.')) {
            int fraction = at + 1;
            at = digits(text, fraction, length);
            if (at == fraction) {
                return false;
            }
        }
        if (startsWith(text, at, length, 'e') || startsWith(text, at, length, 'E')) {
            int sign = at + 1;
            int exponent = startsWith(text, sign, length, '+') || startsWith(text, sign, length, '-') ? sign + 1 : sign;
            at = digits(text, exponent, length);
            if (at == exponent) {
                return false;
            }
        }
        return at == length;
    }

    private static boolean startsWith(byte[] text, int at, int length, char wanted) {
        return at < length && text[at] == wanted;
    }

    /** Behind any digits. */
    private static int digits(byte[] text, int from, int length) {
        int at = from;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
