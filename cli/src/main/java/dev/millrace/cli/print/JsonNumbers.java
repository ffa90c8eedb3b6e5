package dev.millrace.cli.print;

/** Which printed numbers are numbers in JSON: not NaN, not Infinity. */
final class JsonNumbers {
    private JsonNumbers() {}

    static boolean isNumber(byte[] text, int length) {
        if (length == 0) {
            return false;
        }
        byte last = text[length - 1];
        byte first = text[0] == '-' && length > 1 ? text[1] : text[0];
        return last >= '0' && last <= '9' && first >= '0' && first <= '9';
    }
}
