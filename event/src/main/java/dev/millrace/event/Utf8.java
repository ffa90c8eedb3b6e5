package dev.millrace.event;

/**
 * Strings to UTF-8 without garbage. A lone surrogate becomes '?', as {@code String.getBytes(UTF_8)} writes it.
 */
final class Utf8 {
    private Utf8() {}

    /** Whether all chars are below 0x80. */
    static boolean isAscii(String text, int length) {
        // four accumulators: the loads of one round do not wait for each other
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int i = 0;
        for (int end = length - 3; i < end; i += 4) {
            a |= text.charAt(i);
            b |= text.charAt(i + 1);
            c |= text.charAt(i + 2);
            d |= text.charAt(i + 3);
        }
        for (; i < length; i++) {
            a |= text.charAt(i);
        }
        return (a | b | c | d) < 0x80;
    }

    /** Copies an ASCII string: the one bulk copy out of a String that allocates nothing. */
    @SuppressWarnings("deprecation") // it drops the high bytes, and an ASCII string has none
    static void copyAscii(String text, int length, byte[] target, int offset) {
        text.getBytes(0, length, target, offset);
    }

    /** The number of bytes that a string takes in UTF-8. */
    static long lengthOf(String text) {
        int chars = text.length();
        long bytes = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (isPair(text, i, chars)) {
                bytes += 4;
                i++;
            } else {
                bytes++;
            }
        }
        return bytes;
    }

    /**
     * Encodes as many whole code points as fit between {@code offset} and {@code limit}, and returns the offset behind
     * the last one.
     */
    static int encode(String text, byte[] target, int offset, int limit) {
        int chars = text.length();
        int at = offset;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (limit - at < 1) {
                    return at;
                }
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                if (limit - at < 2) {
                    return at;
                }
                target[at++] = (byte) (0xc0 | (c >> 6));
                target[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                if (limit - at < 3) {
                    return at;
                }
                target[at++] = (byte) (0xe0 | (c >> 12));
                target[at++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                target[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (isPair(text, i, chars)) {
                if (limit - at < 4) {
                    return at;
                }
                int point = Character.toCodePoint(c, text.charAt(++i));
                target[at++] = (byte) (0xf0 | (point >> 18));
                target[at++] = (byte) (0x80 | ((point >> 12) & 0x3f));
                target[at++] = (byte) (0x80 | ((point >> 6) & 0x3f));
                target[at++] = (byte) (0x80 | (point & 0x3f));
            } else {
                if (limit - at < 1) {
                    return at;
                }
                target[at++] = '?';
            }
        }
        return at;
    }

    /** Of {@code length} bytes, how many of the first {@code wanted} are whole code points. */
    static int wholeCodePoints(byte[] bytes, int offset, int length, int wanted) {
        if (wanted >= length) {
            return length;
        }
        int kept = wanted;
        while (kept > 0 && (bytes[offset + kept] & 0xc0) == 0x80) {
            kept--;
        }
        return kept;
    }

    private static boolean isPair(String text, int index, int length) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < length
                && Character.isLowSurrogate(text.charAt(index + 1));
    }
}
