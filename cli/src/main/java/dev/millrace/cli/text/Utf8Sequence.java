package dev.millrace.cli.text;

/**
 * Tells UTF-8 from other bytes.
 *
 * @since 0.1.0
 */
public final class Utf8Sequence {
    private Utf8Sequence() {}

    /** Length of the character that begins there; 0 when the byte begins none. */
    public static int length(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (to - at < length) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        // No longer forms than needed, no surrogates, nothing above U+10FFFF.
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < least || second > most) {
            return 0;
        }
        for (int index = 2; index < length; index++) {
            if ((bytes[at + index] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** Whether a character of that length is a control character above ASCII, which terminals may obey. */
    public static boolean isControl(byte[] bytes, int at, int length) {
        return length == 2 && bytes[at] == (byte) 0xc2 && (bytes[at + 1] & 0xff) < 0xa0;
    }
}
