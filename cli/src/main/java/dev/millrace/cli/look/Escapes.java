package dev.millrace.cli.look;

/**
 * Makes control characters visible, so that what was logged cannot steer the terminal that shows it.
 *
 * <p>Tabs and line ends stay. Everything else below a space, DEL, and the C1 characters (as UTF-8, U+0080 to U+009F)
 * become {@code \x1b} and the like, by their code point.
 *
 * @since 0.1.0
 */
public final class Escapes {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private Escapes() {}

    /** Whether a byte of UTF-8 may be part of a control character that is not left alone. */
    static boolean isSuspect(byte octet) {
        // 0xC2 leads U+0080 to U+00BF, of which the first half are controls.
        return (octet >= 0 && octet < ' ' && octet != '\n' && octet != '\t') || octet == 0x7f || octet == (byte) 0xc2;
    }

    /** The text with its control characters, line ends too, made visible. */
    public static String neutralised(String text) {
        StringBuilder visible = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = c < ' ' || (c >= 0x7f && c < 0xa0);
            if (control && visible == null) {
                visible = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (control) {
                visible.append("\\x").append(HEX[c >> 4]).append(HEX[c & 15]);
            } else if (visible != null) {
                visible.append(c);
            }
        }
        return visible == null ? text : visible.toString();
    }

    static int append(byte[] target, int at, int codePoint) {
        target[at] = '\\';
        target[at + 1] = 'x';
        target[at + 2] = (byte) HEX[codePoint >> 4 & 15];
        target[at + 3] = (byte) HEX[codePoint & 15];
        return at + 4;
    }
}
