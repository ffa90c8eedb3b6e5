package dev.millrace.layout.pattern;

import dev.millrace.event.Utf8Buffer;
import java.util.Arrays;

/**
 * A width modifier: {@code [-]min[.[-]max]}. Text longer than {@code max} is cut and then not padded, shorter text is
 * padded with spaces. Widths count UTF-16 units, as Logback does.
 *
 * @param min least width; 0 or less asks for nothing
 * @param max greatest width
 * @param padLeft whether spaces stand before the text
 * @param keepTail whether cutting takes from the start of the text
 */
record Fit(int min, int max, boolean padLeft, boolean keepTail) {
    /** Greatest minimum width. */
    static final int WIDEST = 65_536;

    /** Reads a modifier; throws IllegalArgumentException when it is none. */
    static Fit parse(String modifier) {
        int dot = modifier.indexOf('.');
        String minText = dot < 0 ? modifier : modifier.substring(0, dot);
        int min = 0;
        boolean padLeft = true;
        if (!minText.isEmpty()) {
            min = Integer.parseInt(minText);
            padLeft = min >= 0;
        }
        int max = Integer.MAX_VALUE;
        boolean keepTail = true;
        if (dot >= 0) {
            max = Integer.parseInt(modifier.substring(dot + 1));
            keepTail = max >= 0;
        }
        return new Fit(magnitude(min), magnitude(max), padLeft, keepTail);
    }

    /** Math.abs that has no negative answer: the one number without a positive counterpart asks for nothing. */
    private static int magnitude(int value) {
        return Math.max(0, Math.abs(value));
    }

    /** Makes the buffer's bytes from {@code start} on fit. */
    void apply(Utf8Buffer out, int start) {
        int units = units(out.bytes(), start, out.length());
        if (units > max) {
            if (keepTail) {
                cutStart(out, start, units - max);
            } else {
                cutEnd(out, start, max);
            }
        } else if (units < min) {
            pad(out, start, min - units);
        }
    }

    static int units(byte[] bytes, int start, int end) {
        int units = 0;
        for (int i = start; i < end; i++) {
            units += unitsStartingWith(bytes[i]);
        }
        return units;
    }

    /** UTF-16 units of the character that starts with this byte: none for a byte that starts none. */
    private static int unitsStartingWith(byte b) {
        if (b >= 0) {
            return 1;
        }
        if ((b & 0xC0) == 0x80) {
            return 0;
        }
        return (b & 0xFF) >= 0xF0 ? 2 : 1;
    }

    private static void cutEnd(Utf8Buffer out, int start, int keptUnits) {
        byte[] bytes = out.bytes();
        int at = start;
        int units = 0;
        while (at < out.length()) {
            int more = unitsStartingWith(bytes[at]);
            if (units + more > keptUnits) {
                break;
            }
            units += more;
            at++;
        }
        out.length(at);
        if (units < keptUnits) {
            // Half of a surrogate pair is kept: no character.
            out.put('?');
        }
    }

    private static void cutStart(Utf8Buffer out, int start, int droppedUnits) {
        byte[] bytes = out.bytes();
        int end = out.length();
        int at = start;
        int units = 0;
        while (at < end && (units < droppedUnits || unitsStartingWith(bytes[at]) == 0)) {
            units += unitsStartingWith(bytes[at++]);
        }
        int to = start;
        if (units > droppedUnits) {
            bytes[to++] = '?';
        }
        System.arraycopy(bytes, at, bytes, to, end - at);
        out.length(to + end - at);
    }

    private void pad(Utf8Buffer out, int start, int count) {
        byte[] bytes = out.ensure(count);
        int end = out.length();
        int from = end;
        if (padLeft) {
            System.arraycopy(bytes, start, bytes, start + count, end - start);
            from = start;
        }
        Arrays.fill(bytes, from, from + count, (byte) ' ');
        out.length(end + count);
    }
}
