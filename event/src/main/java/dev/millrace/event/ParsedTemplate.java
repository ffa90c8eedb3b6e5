package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

import java.util.Arrays;

/**
 * A message template in UTF-8 and where its placeholders are. Immutable.
 *
 * <p>{@code {}} stands for an argument; <code>\{}</code> for the two braces; <code>\\{}</code> for a backslash and an
 * argument. Escapes count only up to the last argument; behind it the template is printed as it is.
 */
final class ParsedTemplate {
    private static final int[] NO_PLACES = {};

    /** No text, int or long prints more than so many times the bytes that it takes in a record. */
    private static final int MOST_PRINTED = 3;

    /** Longer values are printed one by one: room for all of them at once would be several times what they take. */
    private static final int MOST_VALUES_BYTES = 64 << 10;

    private static final int SHORT_BYTES = 2 * Long.BYTES;

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

    /**
     * Prints the template, with {@code behind} after it, if the values are texts, ints and longs that fill
     * {@code record[valueOffset..valuesEnd)} and each has its place; otherwise appends nothing and returns false. Unlike
     * elsewhere, the values need not have been checked.
     *
     * <p>Design note: that is what most messages are, so values are checked and printed in one pass over local
     * variables, into room that is made once.
     */
    boolean printPlain(byte[] record, int valueOffset, int valuesEnd, int arguments, byte[] behind, Utf8Buffer out) {
        if (arguments != places.length || valuesEnd - valueOffset > MOST_VALUES_BYTES) {
            return false;
        }
        byte[] target = out.ensure(
                text.length + MOST_PRINTED * (valuesEnd - valueOffset) + behind.length + Digits.MAX_LONG_BYTES);
        int at = out.length();
        int from = 0;
        int value = valueOffset;
        for (int place : places) {
            int room = valuesEnd - value - 1 - Integer.BYTES;
            // One branch: the place is one of an escape, or the values end.
            if ((place | room) < 0) {
                return false;
            }
            at = copy(text, from, place - from, target, at);
            from = place + 2;
            int tag = record[value];
            int number = (int) INT.get(record, value + 1);
            if (tag == EventFormat.TAG_STRING) {
                int length = EventFormat.textLength(number);
                if (number < 0 || length > room) {
                    return false;
                }
                value += 1 + EventFormat.TEXT_HEAD_BYTES;
                at = copy(record, value, length, target, at);
                value += length;
            } else {
                boolean isLong = tag == EventFormat.TAG_LONG;
                if (isLong ? room < Long.BYTES - Integer.BYTES : tag != EventFormat.TAG_INT) {
                    return false;
                }
                at = Digits.put(target, at, isLong ? (long) LONG.get(record, value + 1) : number);
                value += 1 + (isLong ? Long.BYTES : Integer.BYTES);
            }
        }
        if (value != valuesEnd) {
            return false;
        }
        at = copy(text, from, text.length - from, target, at);
        out.length(copy(behind, 0, behind.length, target, at));
        return true;
    }

    /** Short pieces take two moves, where a call of the copying routine takes four times as long. */
    private static int copy(byte[] source, int offset, int count, byte[] target, int at) {
        if (count <= SHORT_BYTES && offset <= source.length - SHORT_BYTES && at <= target.length - SHORT_BYTES) {
            long first = (long) LONG.get(source, offset);
            LONG.set(target, at + Long.BYTES, (long) LONG.get(source, offset + Long.BYTES));
            LONG.set(target, at, first);
        } else {
            System.arraycopy(source, offset, target, at, count);
        }
        return at + count;
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
