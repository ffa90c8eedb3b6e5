package dev.millrace.cli.transfer;

/** Hexadecimal digits. */
final class Hex {
    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
    };

    private Hex() {}

    /** The digit for four bits. */
    static byte digit(int value) {
        return DIGITS[value & 0xf];
    }

    /** What a digit stands for; -1 when it is none. */
    static int value(byte digit) {
        if (digit >= '0' && digit <= '9') {
            return digit - '0';
        }
        int letter = digit | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    /** What {@code count} digits stand for; -1 when they are not all there. */
    static int value(byte[] bytes, int from, int to, int count) {
        if (to - from < count) {
            return -1;
        }
        int value = 0;
        for (int at = from; at < from + count; at++) {
            int digit = value(bytes[at]);
            if (digit < 0) {
                return -1;
            }
            value = (value << 4) | digit;
        }
        return value;
    }
}
