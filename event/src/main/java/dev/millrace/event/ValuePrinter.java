package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

import java.nio.charset.StandardCharsets;

/**
 * Prints values of a record that was checked, as {@code String.valueOf} prints them and arrays as SLF4J's formatter
 * does.
 */
final class ValuePrinter {
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private ValuePrinter() {}

    /** Prints the value at an offset and returns the offset behind it. */
    static int print(byte[] record, int offset, Utf8Buffer out) {
        int tag = record[offset];
        int at = offset + 1;
        switch (tag) {
            case EventFormat.TAG_STRING,
                    EventFormat.TAG_OBJECT_TEXT,
                    EventFormat.TAG_NUMBER_TEXT,
                    EventFormat.TAG_TEMPORAL_TEXT,
                    EventFormat.TAG_ENUM_TEXT -> {
                int length = EventFormat.textLength((int) INT.get(record, at));
                out.put(record, at + EventFormat.TEXT_HEAD_BYTES, length);
                return at + EventFormat.TEXT_HEAD_BYTES + length;
            }
            case EventFormat.TAG_INT -> {
                out.putInt((int) INT.get(record, at));
                return at + 4;
            }
            case EventFormat.TAG_LONG -> {
                out.putLong((long) LONG.get(record, at));
                return at + 8;
            }
            case EventFormat.TAG_NULL -> {
                out.put(NULL);
                return at;
            }
            case EventFormat.TAG_FALSE -> {
                out.put(FALSE);
                return at;
            }
            case EventFormat.TAG_TRUE -> {
                out.put(TRUE);
                return at;
            }
            case EventFormat.TAG_DOUBLE -> {
                out.putDouble(Double.longBitsToDouble((long) LONG.get(record, at)));
                return at + 8;
            }
            case EventFormat.TAG_FLOAT -> {
                out.putFloat(Float.intBitsToFloat((int) INT.get(record, at)));
                return at + 4;
            }
            case EventFormat.TAG_CHAR -> {
                out.putChar((char) EventFormat.shortAt(record, at));
                return at + 2;
            }
            case EventFormat.TAG_SHORT -> {
                out.putInt(EventFormat.shortAt(record, at));
                return at + 2;
            }
            case EventFormat.TAG_BYTE -> {
                out.putInt(record[at]);
                return at + 1;
            }
            case EventFormat.TAG_UUID -> {
                out.putUuid((long) LONG.get(record, at), (long) LONG.get(record, at + 8));
                return at + 16;
            }
            default -> {
                return printArray(record, tag, at, out);
            }
        }
    }

    private static int printArray(byte[] record, int tag, int offset, Utf8Buffer out) {
        int count = (int) INT.get(record, offset);
        int omitted = (int) INT.get(record, offset + 4);
        int size = EventFormat.elementBytes(tag);
        int at = offset + EventFormat.ARRAY_HEAD_BYTES;
        out.put('[');
        for (int i = 0; i < count; i++, at += size) {
            if (i > 0) {
                out.put(',');
                out.put(' ');
            }
            printElement(record, tag, at, out);
        }
        if (omitted > 0) {
            out.putUtf8((count > 0 ? ", " : "") + "\u2026[cut " + omitted + " elements]");
        }
        out.put(']');
        return at;
    }

    private static void printElement(byte[] record, int tag, int at, Utf8Buffer out) {
        switch (tag) {
            case EventFormat.TAG_BOOLEAN_ARRAY -> out.put(record[at] != 0 ? TRUE : FALSE);
            case EventFormat.TAG_BYTE_ARRAY -> out.putInt(record[at]);
            case EventFormat.TAG_CHAR_ARRAY -> out.putChar((char) EventFormat.shortAt(record, at));
            case EventFormat.TAG_SHORT_ARRAY -> out.putInt(EventFormat.shortAt(record, at));
            case EventFormat.TAG_INT_ARRAY -> out.putInt((int) INT.get(record, at));
            case EventFormat.TAG_LONG_ARRAY -> out.putLong((long) LONG.get(record, at));
            case EventFormat.TAG_FLOAT_ARRAY -> out.putFloat(Float.intBitsToFloat((int) INT.get(record, at)));
            default -> out.putDouble(Double.longBitsToDouble((long) LONG.get(record, at)));
        }
    }

    static ValueKind kind(int tag) {
        return switch (tag) {
            case EventFormat.TAG_NULL -> ValueKind.NULL;
            case EventFormat.TAG_FALSE, EventFormat.TAG_TRUE -> ValueKind.BOOLEAN;
            case EventFormat.TAG_BYTE,
                    EventFormat.TAG_SHORT,
                    EventFormat.TAG_INT,
                    EventFormat.TAG_LONG,
                    EventFormat.TAG_FLOAT,
                    EventFormat.TAG_DOUBLE,
                    EventFormat.TAG_NUMBER_TEXT -> ValueKind.NUMBER;
            case EventFormat.TAG_TEMPORAL_TEXT -> ValueKind.TEMPORAL;
            case EventFormat.TAG_STRING,
                    EventFormat.TAG_CHAR,
                    EventFormat.TAG_UUID,
                    EventFormat.TAG_ENUM_TEXT,
                    EventFormat.TAG_OBJECT_TEXT -> ValueKind.TEXT;
            default -> ValueKind.ARRAY;
        };
    }
}
