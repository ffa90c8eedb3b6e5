package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An encoded event in a scratch buffer, held by one thread from {@link EventCapture#encode} to
 * {@link EventCapture#release}.
 *
 * <p>Design note: a write that does not fit the limit sets {@link #overflown()} and leaves the buffer as it is; writers
 * go on without looking, and whoever drives them looks once at the end and starts again with tighter {@link Limits}.
 *
 * @since 0.1.0
 */
public final class EventEncoder extends EncoderPadding {
    static final int FREE = 0;
    static final int HELD = 1;

    /** The {@link #stripe()} of an encoder that is none of a pool's. */
    public static final int NO_STRIPE = -1;

    /** Fresh scratch. */
    static final int INITIAL_BYTES = 2048;
    /** Scratch that has grown beyond this is not kept. */
    static final int KEPT_BYTES = 64 * 1024;

    /** Strings up to this length are written char by char; below {@link Limits#MIN_TEXT_BYTES}, so never cut. */
    private static final int COMMON_CHARS = 24;

    /** An ellipsis, the words and the longest number. */
    private static final int MARK_BYTES = 3 + "[cut  bytes]".length() + Digits.MAX_LONG_BYTES;

    /** {@link #FREE} or {@link #HELD}; written through the pool, but plainly where no stack is left for a call. */
    volatile int held;

    private final int stripe;
    private final int limitBytes;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;
    private boolean overflown;
    private boolean cut;

    EventEncoder(int stripe, int limitBytes) {
        this.stripe = stripe;
        this.limitBytes = limitBytes;
    }

    /** The scratch array; the event is its first {@link #length()} bytes. */
    public byte[] bytes() {
        return bytes;
    }

    /** Length of the encoded event in bytes. */
    public int length() {
        return length;
    }

    /** True when text was cut because the event would have been larger than the limit. */
    public boolean cut() {
        return cut;
    }

    /**
     * Index of the pool's place that this encoder belongs to, held exclusively until release; {@link #NO_STRIPE} for an
     * extra one.
     */
    public int stripe() {
        return stripe;
    }

    /** Starts an event with its head; see {@link EventFormat}. */
    void start(long headWord, long timestampMicros, long loggerAndThreadIds, int templateId) {
        overflown = false;
        cut = false;
        byte[] target = bytes;
        LONG.set(target, EventFormat.KIND_OFFSET, headWord);
        LONG.set(target, EventFormat.TIMESTAMP_OFFSET, timestampMicros);
        LONG.set(target, EventFormat.LOGGER_ID_OFFSET, loggerAndThreadIds);
        INT.set(target, EventFormat.TEMPLATE_ID_OFFSET, templateId);
        length = EventFormat.HEAD_BYTES;
    }

    boolean overflown() {
        return overflown;
    }

    void markCut() {
        cut = true;
    }

    /** Forgets scratch that one large event has made grow. */
    void shrink() {
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    /** Makes room; false when the event would be larger than the limit. */
    boolean room(int more) {
        if (more <= bytes.length - length) {
            return !overflown;
        }
        return grow(more);
    }

    private boolean grow(int more) {
        long wanted = (long) length + more;
        if (overflown || wanted > limitBytes) {
            overflown = true;
            return false;
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(limitBytes, Math.max(wanted, bytes.length * 2L)));
        return true;
    }

    /** The offset behind a value that is a short ASCII text, a long or an int and fits; otherwise -1. */
    static int putCommonValue(Object value, byte[] target, int at) {
        int room = target.length - at;
        if (value instanceof String text) {
            int chars = text.length();
            if (chars > COMMON_CHARS || room < 5 + chars) {
                return -1;
            }
            // Copied and checked in one go: so few chars are done before a bulk copy has started.
            int all = 0;
            for (int i = 0; i < chars; i++) {
                char c = text.charAt(i);
                target[at + 5 + i] = (byte) c;
                all |= c;
            }
            if (all >= 0x80) {
                return -1;
            }
            target[at] = EventFormat.TAG_STRING;
            INT.set(target, at + 1, EventFormat.textHead(chars, true));
            return at + 5 + chars;
        }
        if (room < 9) {
            return -1;
        }
        if (value instanceof Long number) {
            target[at] = EventFormat.TAG_LONG;
            LONG.set(target, at + 1, number.longValue());
            return at + 9;
        }
        if (value instanceof Integer number) {
            target[at] = EventFormat.TAG_INT;
            INT.set(target, at + 1, number.intValue());
            return at + 5;
        }
        return -1;
    }

    /** What was written into {@link #bytes()} up to {@code end} is part of the event. */
    void endAt(int end) {
        length = end;
    }

    void putByte(int value) {
        if (room(1)) {
            bytes[length++] = (byte) value;
        }
    }

    void putShort(int value) {
        if (room(2)) {
            EventFormat.putShort(bytes, length, value);
            length += 2;
        }
    }

    void putInt(int value) {
        if (room(4)) {
            INT.set(bytes, length, value);
            length += 4;
        }
    }

    void putLong(long value) {
        if (room(8)) {
            LONG.set(bytes, length, value);
            length += 8;
        }
    }

    void putTagged(int tag, int value) {
        if (room(5)) {
            bytes[length] = (byte) tag;
            INT.set(bytes, length + 1, value);
            length += 5;
        }
    }

    void putTagged(int tag, long value) {
        if (room(9)) {
            bytes[length] = (byte) tag;
            LONG.set(bytes, length + 1, value);
            length += 9;
        }
    }

    void putBytes(byte[] source, int offset, int count) {
        if (room(count)) {
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }
    }

    /** Moves past {@code count} bytes that the caller fills in, and returns their offset; -1 when there is no room. */
    int skip(int count) {
        if (!room(count)) {
            return -1;
        }
        int offset = length;
        length += count;
        return offset;
    }

    /** Says in the finished head that something was cut. */
    void flagCut() {
        bytes[EventFormat.FLAGS_OFFSET] |= EventFormat.CUT;
    }

    /** Sets an int that was left open. */
    void setInt(int offset, int value) {
        if (!overflown) {
            INT.set(bytes, offset, value);
        }
    }

    /** Writes a text, cut to {@code limitBytes} with a mark. */
    void putText(String text, int limitBytes) {
        int chars = text.length();
        if (chars * 3L > limitBytes || !room(EventFormat.TEXT_HEAD_BYTES + chars)) {
            putLongText(text, limitBytes);
            return;
        }
        putFittingText(text, chars);
    }

    private void putFittingText(String text, int chars) {
        if (Utf8.isAscii(text, chars)) {
            INT.set(bytes, length, EventFormat.textHead(chars, true));
            Utf8.copyAscii(text, chars, bytes, length + EventFormat.TEXT_HEAD_BYTES);
            length += EventFormat.TEXT_HEAD_BYTES + chars;
        } else {
            putUnicode(text, (int) Utf8.lengthOf(text));
        }
    }

    private void putUnicode(String text, int encodedBytes) {
        if (room(EventFormat.TEXT_HEAD_BYTES + encodedBytes)) {
            INT.set(bytes, length, EventFormat.textHead(encodedBytes, false));
            int from = length + EventFormat.TEXT_HEAD_BYTES;
            length = Utf8.encode(text, bytes, from, from + encodedBytes);
        }
    }

    private void putLongText(String text, int limitBytes) {
        if (overflown) {
            return;
        }
        long encodedBytes = Utf8.lengthOf(text);
        if (encodedBytes <= limitBytes) {
            if (encodedBytes > this.limitBytes) {
                overflown = true;
            } else if (room(EventFormat.TEXT_HEAD_BYTES + (int) encodedBytes)) {
                putFittingText(text, text.length());
            }
            return;
        }
        int from = length + EventFormat.TEXT_HEAD_BYTES;
        if (room(EventFormat.TEXT_HEAD_BYTES + limitBytes)) {
            int end = Utf8.encode(text, bytes, from, from + Math.max(0, limitBytes - MARK_BYTES));
            finishCutText(from, end, encodedBytes - (end - from));
        }
    }

    /** Copies a text that is encoded already, cut to {@code limitBytes} with a mark. */
    void putText(byte[] source, int offset, int count, boolean ascii, int limitBytes) {
        if (count <= limitBytes) {
            putInt(EventFormat.textHead(count, ascii));
            putBytes(source, offset, count);
            return;
        }
        int from = length + EventFormat.TEXT_HEAD_BYTES;
        if (room(EventFormat.TEXT_HEAD_BYTES + limitBytes)) {
            int kept = Utf8.wholeCodePoints(source, offset, count, Math.max(0, limitBytes - MARK_BYTES));
            System.arraycopy(source, offset, bytes, from, kept);
            finishCutText(from, from + kept, count - kept);
        }
    }

    private void finishCutText(int from, int end, long cutBytes) {
        byte[] mark = ("\u2026[cut " + cutBytes + " bytes]").getBytes(StandardCharsets.UTF_8);
        System.arraycopy(mark, 0, bytes, end, mark.length);
        length = end + mark.length;
        INT.set(bytes, from - EventFormat.TEXT_HEAD_BYTES, EventFormat.textHead(length - from, false));
        cut = true;
    }
}
