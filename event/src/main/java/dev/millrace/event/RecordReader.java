package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

import java.nio.charset.StandardCharsets;

/**
 * Reads a range of bytes front to back and never beyond it: after the first read that would, it has {@link #failed()}
 * and answers zeros, nulls and empty texts.
 */
final class RecordReader {
    private byte[] bytes;
    private int position;
    private int end;
    private boolean failed;

    private int textOffset;
    private int textLength;
    private boolean textAscii;

    void reset(byte[] newBytes, int offset, int length) {
        if (bytes != newBytes) {
            bytes = newBytes; // only then: a stored reference costs a barrier
        }
        position = offset;
        end = offset + length;
        failed = false;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    int remaining() {
        return end - position;
    }

    boolean failed() {
        return failed;
    }

    void fail() {
        failed = true;
        position = end;
    }

    /** Moves on; false when there is less than that. */
    boolean skip(int count) {
        if (count < 0 || count > end - position) {
            fail();
            return false;
        }
        position += count;
        return true;
    }

    int readByte() {
        return skip(1) ? bytes[position - 1] & 0xff : 0;
    }

    int readInt() {
        return skip(4) ? (int) INT.get(bytes, position - 4) : 0;
    }

    long readLong() {
        return skip(8) ? (long) LONG.get(bytes, position - 8) : 0;
    }

    /** A count of things that take at least {@code minBytes} each; fails when so many cannot follow. */
    int readCount(int minBytes) {
        int count = readInt();
        if (count < 0 || (long) count * minBytes > remaining()) {
            fail();
            return 0;
        }
        return count;
    }

    /** Reads a text and points at it; false for null. */
    boolean readText() {
        int head = readInt();
        textOffset = position;
        textLength = 0;
        textAscii = true;
        if (head == EventFormat.NULL_TEXT) {
            return false;
        }
        if (head < 0 || !skip(EventFormat.textLength(head))) {
            fail();
            return false;
        }
        textLength = EventFormat.textLength(head);
        textAscii = (head & 1) != 0;
        return true;
    }

    int textOffset() {
        return textOffset;
    }

    int textLength() {
        return textLength;
    }

    boolean textAscii() {
        return textAscii;
    }

    /** Reads a text as a string; null for null. */
    String readString() {
        return readText() ? new String(bytes, textOffset, textLength, StandardCharsets.UTF_8) : null;
    }

    /** Moves behind a value; fails on an unknown tag. */
    void skipValue() {
        int tag = readByte();
        switch (tag) {
            case EventFormat.TAG_NULL, EventFormat.TAG_FALSE, EventFormat.TAG_TRUE -> {}
            case EventFormat.TAG_BYTE -> skip(1);
            case EventFormat.TAG_SHORT, EventFormat.TAG_CHAR -> skip(2);
            case EventFormat.TAG_INT, EventFormat.TAG_FLOAT -> skip(4);
            case EventFormat.TAG_LONG, EventFormat.TAG_DOUBLE -> skip(8);
            case EventFormat.TAG_UUID -> skip(16);
            case EventFormat.TAG_STRING,
                    EventFormat.TAG_NUMBER_TEXT,
                    EventFormat.TAG_TEMPORAL_TEXT,
                    EventFormat.TAG_ENUM_TEXT,
                    EventFormat.TAG_OBJECT_TEXT -> {
                if (!readText()) {
                    fail();
                }
            }
            default -> skipArray(tag);
        }
    }

    private void skipArray(int tag) {
        if (tag < EventFormat.TAG_BOOLEAN_ARRAY || tag > EventFormat.TAG_DOUBLE_ARRAY) {
            fail();
            return;
        }
        int count = readInt();
        int omitted = readInt();
        long size = (long) count * EventFormat.elementBytes(tag);
        if (count < 0 || omitted < 0 || size > remaining()) {
            fail();
            return;
        }
        skip((int) size);
    }
}
