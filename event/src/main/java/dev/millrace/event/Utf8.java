package dev.millrace.event;

/**
 * Strings to UTF-8 without garbage. A lone surrogate becomes '?', as {@code String.getBytes(UTF_8)} writes it.
 */
final class Utf8 {
    private static final int EIGHT = 8;

    private Utf8() {}

    /**
     * Whether all chars are below 0x80. Eight at a time, the last of which may have been among those before: a loop over
     * the single chars that are left ends at another one each time, which costs a short text as much as all others.
     */
    static boolean isAscii(String text, int length) {
        int last = length - EIGHT;
        if (last < 0) {
            return isFewAscii(text, length);
        }
        int all = eight(text, 0) | eight(text, last);
        if (last > EIGHT) {
            all |= eight(text, EIGHT);
            // A loop's beginning and end cost as much as twenty chars: most texts do without.
            for (int i = 2 * EIGHT; i < last; i += EIGHT) {
                all |= eight(text, i);
            }
        }
        return all < 0x80;
    }

    private static int eight(String text, int at) {
        return text.charAt(at)
                | text.charAt(at + 1)
                | text.charAt(at + 2)
                | text.charAt(at + 3)
                | text.charAt(at + 4)
                | text.charAt(at + 5)
                | text.charAt(at + 6)
                | text.charAt(at + 7);
    }

    private static boolean isFewAscii(String text, int length) {
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= text.charAt(i);
        }
        return all < 0x80;
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
