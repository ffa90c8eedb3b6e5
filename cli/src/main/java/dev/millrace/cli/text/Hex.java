package dev.millrace.cli.text;

/**
 * Hexadecimal digits.
 *
 * @since 0.1.0
 */
public final class Hex {
    private static final byte[] DIGITS = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
    };

    /** Makes a letter small; digits have this bit. */
    private static final int SMALL = 0x20;

    private Hex() {}

    /** The digit for the lowest four bits. */
    public static byte digit(int value) {
        return DIGITS[value & 0xf];
    }

    /** The same with small letters. */
    public static byte lowerDigit(int value) {
        return (byte) (digit(value) | SMALL);
    }

    /** What a digit stands for; -1 when it is none. */
    public static int value(byte digit) {
        if (digit >= '0' && digit <= '9') {
            return digit - '0';
        }
        int letter = digit | SMALL;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    /** What {@code count} digits stand for; -1 when they are not all there. */
    public static int value(byte[] bytes, int from, int to, int count) {
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
