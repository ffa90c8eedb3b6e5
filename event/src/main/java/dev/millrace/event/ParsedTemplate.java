package dev.millrace.event;

import java.util.Arrays;

/**
 * A message template in UTF-8 and where its placeholders are. Immutable.
 *
 * <p>{@code {}} stands for an argument; <code>\{}</code> for the two braces; <code>\\{}</code> for a backslash and an
 * argument. Escapes count only up to the last argument; behind it the template is printed as it is.
 */
final class ParsedTemplate {
    private static final int[] NO_PLACES = {};

    final int id;
    final byte[] text;

    /** Offsets of the opening braces, ascending; -1 minus the offset where a backslash stands before them. */
    private final int[] places;

    private ParsedTemplate(int id, byte[] text, int[] places) {
        this.id = id;
        this.text = text;
        this.places = places;
    }

    static ParsedTemplate of(int id, byte[] text) {
        int[] places = NO_PLACES;
        int count = 0;
        for (int at = find(text, 0, text.length); at >= 0; at = find(text, at + 2, text.length)) {
            if (count == places.length) {
                places = Arrays.copyOf(places, Math.max(4, count * 2));
            }
            places[count++] = isEscaped(text, 0, at) ? -1 - at : at;
        }
        return new ParsedTemplate(id, text, Arrays.copyOf(places, count));
    }

    /** Prints the template with {@code arguments} values that start at {@code valueOffset} of {@code record}. */
    void print(byte[] record, int valueOffset, int arguments, Utf8Buffer out) {
        int from = 0;
        int value = valueOffset;
        int left = arguments;
        for (int i = 0; i < places.length && left > 0; i++) {
            int place = places[i];
            if (place < 0) {
                place = -1 - place;
                out.put(text, from, place - 1 - from);
                if (!isDoubleEscaped(text, 0, place)) {
                    out.put('{');
                    from = place + 1;
                    continue;
                }
            } else {
                out.put(text, from, place - from);
            }
            value = ValuePrinter.print(record, value, out);
            from = place + 2;
            left--;
        }
        out.put(text, from, text.length - from);
    }

    /** As {@link #print}, for a template that is used once: a range of the record itself. */
    static void printOnce(
            byte[] record, int templateOffset, int templateLength, int valueOffset, int arguments, Utf8Buffer out) {
        int end = templateOffset + templateLength;
        int from = templateOffset;
        int value = valueOffset;
        int left = arguments;
        while (left > 0) {
            int place = find(record, from, end);
            if (place < 0) {
                break;
            }
            boolean escaped = isEscaped(record, templateOffset, place);
            out.put(record, from, place - from - (escaped ? 1 : 0));
            if (escaped && !isDoubleEscaped(record, templateOffset, place)) {
                out.put('{');
                from = place + 1;
                continue;
            }
            value = ValuePrinter.print(record, value, out);
            from = place + 2;
            left--;
        }
        out.put(record, from, end - from);
    }

    private static int find(byte[] bytes, int from, int end) {
        for (int i = from; i < end - 1; i++) {
            if (bytes[i] == '{' && bytes[i + 1] == '}') {
                return i;
            }
        }
        return -1;
    }

    private static boolean isEscaped(byte[] bytes, int start, int place) {
        return place > start && bytes[place - 1] == '\\';
    }

    private static boolean isDoubleEscaped(byte[] bytes, int start, int place) {
        return place > start + 1 && bytes[place - 2] == '\\';
    }
}
