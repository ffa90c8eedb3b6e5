package dev.millrace.event;

import static dev.millrace.event.EventFormat.INT;
import static dev.millrace.event.EventFormat.LONG;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A captured event as its readers see it: a flyweight over encoded bytes, reused from event to event. Not thread-safe.
 *
 * <p>Every offset is checked against the record's bounds: damaged or hostile bytes make {@link #wrap} return false or
 * come out as visible placeholders, never as an exception.
 *
 * @since 0.1.0
 */
public final class LogEvent {
    private static final int TEMPLATES = 1024;
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final int ABSENT = -1;

    private final Dictionary dictionary;
    private final RecordReader in = new RecordReader();
    // Shared by all flyweights of one dictionary that are made from each other: what is in it never changes.
    private final ParsedTemplate[] templates;

    private byte[] bytes;
    private int start;
    private int end;
    private int flags;
    private int templateId;
    private int argumentCount;

    // offsets of what is there; of lists, behind their count
    private int loggerText;
    private int threadPart;
    private int templateText;
    private int mdcEntries;
    private int mdcCount;
    private int markers;
    private int markerCount;
    private int pairs;
    private int pairCount;
    private int callerFrame;
    private int outerCallers;
    private int outerCallerCount;
    private long number;
    private int arguments;
    // The argument, the marker and the pair that were asked for last, and where they are: who asks for all asks in
    // order.
    private int lastArgument;
    private int lastArgumentOffset;
    private int lastMarker;
    private int lastMarkerOffset;
    private int lastPair;
    private int lastPairOffset;
    private int thrownNode;

    /** Receives key–value pairs. */
    public interface PairVisitor {
        /** One pair as UTF-8 ranges of {@code bytes}; {@code valueLength} is -1 for a null value. */
        void pair(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength);
    }

    /** Creates a flyweight that looks ids up in {@code dictionary}. */
    public LogEvent(Dictionary dictionary) {
        this(dictionary, new ParsedTemplate[TEMPLATES]);
    }

    private LogEvent(Dictionary dictionary, ParsedTemplate[] templates) {
        this.dictionary = dictionary;
        this.templates = templates;
    }

    /** Another flyweight that looks ids up in the same dictionary, for another thread. */
    public LogEvent another() {
        return new LogEvent(dictionary, templates);
    }

    /**
     * Points at nothing any more. To be called between batches, so that an array that was never seen before is nothing
     * rare where this is compiled: compiled code that meets such a thing is thrown away.
     */
    public void unwrap() {
        bytes = null;
    }

    /** Points at an encoded event; false when the bytes are none, and then nothing else may be called. */
    public boolean wrap(byte[] newBytes, int offset, int length) {
        if (!lookAt(newBytes, offset, length) || (flags & ~EventFormat.ALL_FLAGS) != 0) {
            return false;
        }
        in.reset(newBytes, offset, length);
        in.skip(EventFormat.HEAD_BYTES);
        findNames();
        if ((flags & ~EventFormat.CUT) != 0) {
            findRarerParts();
        } else {
            mdcCount = 0;
            markerCount = 0;
            pairCount = 0;
            callerFrame = ABSENT;
            outerCallerCount = 0;
            number = 0;
        }
        arguments = in.position();
        lastArgument = 0;
        lastArgumentOffset = arguments;
        for (int i = 0; i < argumentCount; i++) {
            in.skipValue();
            if (in.failed()) {
                return false;
            }
        }
        if ((flags & EventFormat.THROWN) != 0) {
            thrownNode = in.position();
            return !in.failed() && in.remaining() > 0;
        }
        thrownNode = ABSENT;
        return !in.failed() && in.remaining() == 0;
    }

    /**
     * Points at an event that has ids for its names and no parts but arguments, as most have: a quicker {@link #wrap},
     * which leaves the arguments unchecked. Of such an event may be asked what its head says, its names and
     * {@link #plainMessage}. False for all other events, and for what is none.
     */
    public boolean wrapPlain(byte[] newBytes, int offset, int length) {
        if (!lookAt(newBytes, offset, length)) {
            return false;
        }
        loggerText = ABSENT;
        threadPart = ABSENT;
        return flags == 0 && templateId != 0 && loggerId() != 0 && threadId() != 0;
    }

    /** Points at an event, and takes what stands before the timestamp in one look; false when it is none. */
    private boolean lookAt(byte[] newBytes, int offset, int length) {
        if (levelOf(newBytes, offset, length) < 0) {
            return false;
        }
        if (bytes != newBytes) {
            // Storing a reference costs a garbage collector's barrier, and thousands of events come in one array.
            bytes = newBytes;
        }
        start = offset;
        end = offset + length;
        long first = (long) LONG.get(newBytes, offset);
        flags = (int) first >>> (EventFormat.FLAGS_OFFSET * 8);
        argumentCount = (int) (first >>> (EventFormat.ARGUMENT_COUNT_OFFSET * 8));
        templateId = (int) INT.get(newBytes, offset + EventFormat.TEMPLATE_ID_OFFSET);
        return true;
    }

    /**
     * Appends the message of an event that {@link #wrapPlain} has pointed at, and {@code behind} after it.
     *
     * @return false when it takes more than that, or is damaged: nothing was appended, and {@link #wrap} says which
     */
    public boolean plainMessage(byte[] behind, Utf8Buffer out) {
        return template().printPlain(bytes, start + EventFormat.HEAD_BYTES, end, argumentCount, behind, out);
    }

    private void findNames() {
        loggerText = loggerId() == 0 ? requiredText() : ABSENT;
        threadPart = ABSENT;
        if (threadId() == 0) {
            if ((flags & (EventFormat.THREAD_VIRTUAL | EventFormat.THREAD_UNNAMED)) != 0) {
                threadPart = in.position();
                in.skip(8);
            } else {
                threadPart = requiredText();
            }
        }
        templateText = templateId == 0 && (flags & EventFormat.TEMPLATE_NULL) == 0 ? requiredText() : ABSENT;
    }

    /** Offset of a text's head. */
    private int requiredText() {
        int offset = in.position();
        if (!in.readText()) {
            in.fail();
        }
        return offset;
    }

    private void findRarerParts() {
        mdcCount = 0;
        if ((flags & EventFormat.MDC) != 0) {
            int length = in.readInt();
            int from = in.position();
            mdcCount = in.readCount(2 * EventFormat.TEXT_HEAD_BYTES);
            mdcEntries = in.position();
            for (int i = 0; i < mdcCount && !in.failed(); i++) {
                requiredText();
                in.readText();
            }
            if (in.position() - from != length) {
                in.fail();
            }
        }
        markerCount = 0;
        if ((flags & EventFormat.MARKERS) != 0) {
            markerCount = in.readCount(EventFormat.TEXT_HEAD_BYTES);
            markers = in.position();
            lastMarker = 0;
            lastMarkerOffset = markers;
            for (int i = 0; i < markerCount && !in.failed(); i++) {
                requiredText();
            }
        }
        pairCount = 0;
        if ((flags & EventFormat.KEY_VALUES) != 0) {
            pairCount = in.readCount(EventFormat.TEXT_HEAD_BYTES + 1);
            pairs = in.position();
            lastPair = 0;
            lastPairOffset = pairs;
            for (int i = 0; i < pairCount && !in.failed(); i++) {
                requiredText();
                in.skipValue();
            }
        }
        callerFrame = ABSENT;
        if ((flags & EventFormat.CALLER) != 0) {
            callerFrame = in.position();
            if (in.readInt() == 0) {
                FrameCodec.skip(in);
            }
        }
        outerCallerCount = 0;
        if ((flags & EventFormat.OUTER_CALLERS) != 0) {
            outerCallerCount = in.readCount(4);
            outerCallers = in.position();
            for (int i = 0; i < outerCallerCount && !in.failed(); i++) {
                if (in.readInt() == 0) {
                    FrameCodec.skip(in);
                }
            }
        }
        number = (flags & EventFormat.NUMBER) != 0 ? in.readLong() : 0;
    }

    /** The level of an encoded event without a full {@link #wrap}; -1 when the bytes are none. */
    public static int levelOf(byte[] bytes, int offset, int length) {
        if (offset < 0
                || length < EventFormat.HEAD_BYTES
                || offset > bytes.length - length
                || bytes[offset + EventFormat.KIND_OFFSET] != EventFormat.KIND_EVENT) {
            return -1;
        }
        int level = bytes[offset + EventFormat.LEVEL_OFFSET];
        return EventFormat.isLevel(level) ? level : -1;
    }

    /** The level of an event that stands in a journal; negative when there is none. */
    public static int levelOf(ByteBuffer data, int offset, int length) {
        if (length < EventFormat.HEAD_BYTES || data.get(offset + EventFormat.KIND_OFFSET) != EventFormat.KIND_EVENT) {
            return -1;
        }
        int level = data.get(offset + EventFormat.LEVEL_OFFSET);
        return EventFormat.isLevel(level) ? level : -1;
    }

    /** Dictionary id of the name of its logger; 0 when the name is inline. */
    public static int loggerIdOf(ByteBuffer data, int offset) {
        return data.getInt(offset + EventFormat.LOGGER_ID_OFFSET);
    }

    /** One of {@link Levels}. */
    public int level() {
        return bytes[start + EventFormat.LEVEL_OFFSET];
    }

    /** Generation of the plan the event was captured under. */
    public int generation() {
        return EventFormat.shortAt(bytes, start + EventFormat.GENERATION_OFFSET) & 0xffff;
    }

    /** Microseconds since the epoch. */
    public long timestampMicros() {
        return (long) LONG.get(bytes, start + EventFormat.TIMESTAMP_OFFSET);
    }

    /** Whether something was left out because the event would have been too large; the text says where. */
    public boolean cut() {
        return (flags & EventFormat.CUT) != 0;
    }

    /** Dictionary id of the logger's name; 0 when the name is inline. Caches may key on it. */
    public int loggerId() {
        return (int) INT.get(bytes, start + EventFormat.LOGGER_ID_OFFSET);
    }

    /** Appends the logger's name. */
    public void loggerName(Utf8Buffer out) {
        if (loggerText == ABSENT) {
            out.put(dictionary.text(loggerId()));
        } else {
            putText(loggerText, out);
        }
    }

    /** Dictionary id of the thread's name; 0 when the name is inline. */
    public int threadId() {
        return (int) INT.get(bytes, start + EventFormat.THREAD_ID_OFFSET);
    }

    /** Appends the thread's name (as Logback names unnamed threads: {@code virtual-21}, {@code unnamed-21}). */
    public void threadName(Utf8Buffer out) {
        if (threadPart == ABSENT) {
            out.put(dictionary.text(threadId()));
        } else if ((flags & (EventFormat.THREAD_VIRTUAL | EventFormat.THREAD_UNNAMED)) != 0) {
            out.putAscii((flags & EventFormat.THREAD_VIRTUAL) != 0 ? "virtual-" : "unnamed-");
            out.putLong((long) LONG.get(bytes, threadPart));
        } else {
            putText(threadPart, out);
        }
    }

    /** Whether the message is null: {@link #message} then appends {@code null}, where some layouts print nothing. */
    public boolean messageIsNull() {
        return (flags & EventFormat.TEMPLATE_NULL) != 0;
    }

    /** Appends the formatted message: template and arguments as SLF4J's MessageFormatter joins them. */
    public void message(Utf8Buffer out) {
        if (templateId != 0) {
            template().print(bytes, arguments, argumentCount, out);
        } else if (templateText != ABSENT) {
            ParsedTemplate.printOnce(
                    bytes,
                    templateText + EventFormat.TEXT_HEAD_BYTES,
                    textLength(templateText),
                    arguments,
                    argumentCount,
                    out);
        } else {
            out.put(NULL);
        }
    }

    /** Dictionary id of the message template; 0 when the template is inline or null. */
    public int templateId() {
        return templateId;
    }

    /** Appends the message template as it was written; nothing when it was null. */
    public void messageTemplate(Utf8Buffer out) {
        if (templateId != 0) {
            out.put(dictionary.text(templateId));
        } else if (templateText != ABSENT) {
            putText(templateText, out);
        }
    }

    private ParsedTemplate template() {
        int place = (templateId ^ (templateId >>> 10)) & (TEMPLATES - 1);
        ParsedTemplate template = templates[place];
        if (template == null || template.id != templateId) {
            template = ParsedTemplate.of(templateId, dictionary.text(templateId));
            templates[place] = template;
        }
        return template;
    }

    /** Number of arguments, without one that became the throwable. */
    public int argumentCount() {
        return argumentCount;
    }

    /** What an argument was. */
    public ValueKind argumentKind(int index) {
        return ValuePrinter.kind(bytes[argumentOffset(index)]);
    }

    /** Appends an argument as the message prints it. */
    public void argument(int index, Utf8Buffer out) {
        ValuePrinter.print(bytes, argumentOffset(index), out);
    }

    private int argumentOffset(int index) {
        checkIndex(index, argumentCount);
        if (index < lastArgument) {
            lastArgument = 0;
            lastArgumentOffset = arguments;
        }
        in.reset(bytes, lastArgumentOffset, end - lastArgumentOffset);
        for (; lastArgument < index; lastArgument++) {
            in.skipValue();
        }
        lastArgumentOffset = in.position();
        return lastArgumentOffset;
    }

    /** Number of MDC entries. */
    public int mdcCount() {
        return mdcCount;
    }

    /** Appends the MDC value of a key (UTF-8) and returns true; false when there is none (or it is null). */
    public boolean mdcValue(byte[] key, Utf8Buffer out) {
        int at = mdcEntries;
        for (int i = 0; i < mdcCount; i++) {
            int keyFrom = at + EventFormat.TEXT_HEAD_BYTES;
            int keyLength = textLength(at);
            at = keyFrom + keyLength;
            int valueHead = (int) INT.get(bytes, at);
            int valueFrom = at + EventFormat.TEXT_HEAD_BYTES;
            int valueLength = valueHead == EventFormat.NULL_TEXT ? 0 : EventFormat.textLength(valueHead);
            if (keyLength == key.length && Arrays.equals(bytes, keyFrom, keyFrom + keyLength, key, 0, keyLength)) {
                if (valueHead == EventFormat.NULL_TEXT) {
                    return false;
                }
                out.put(bytes, valueFrom, valueLength);
                return true;
            }
            at = valueFrom + valueLength;
        }
        return false;
    }

    /** Visits the MDC's entries in the map's order. */
    public void forEachMdc(PairVisitor visitor) {
        int at = mdcEntries;
        for (int i = 0; i < mdcCount; i++) {
            int keyFrom = at + EventFormat.TEXT_HEAD_BYTES;
            int keyLength = textLength(at);
            at = keyFrom + keyLength;
            int valueHead = (int) INT.get(bytes, at);
            int valueFrom = at + EventFormat.TEXT_HEAD_BYTES;
            int valueLength = valueHead == EventFormat.NULL_TEXT ? -1 : EventFormat.textLength(valueHead);
            visitor.pair(bytes, keyFrom, keyLength, valueFrom, valueLength);
            at = valueFrom + Math.max(0, valueLength);
        }
    }

    /** Number of markers. */
    public int markerCount() {
        return markerCount;
    }

    /** Appends a marker's text. */
    public void marker(int index, Utf8Buffer out) {
        checkIndex(index, markerCount);
        if (index < lastMarker) {
            lastMarker = 0;
            lastMarkerOffset = markers;
        }
        for (; lastMarker < index; lastMarker++) {
            lastMarkerOffset += EventFormat.TEXT_HEAD_BYTES + textLength(lastMarkerOffset);
        }
        putText(lastMarkerOffset, out);
    }

    /** Number of key–value pairs. */
    public int keyValueCount() {
        return pairCount;
    }

    /** Appends the key of a pair. */
    public void key(int index, Utf8Buffer out) {
        putText(pairOffset(index), out);
    }

    /** Appends the value of a pair as {@code String.valueOf} would print it. */
    public void value(int index, Utf8Buffer out) {
        ValuePrinter.print(bytes, pairValueOffset(index), out);
    }

    /** What the value of a pair was. */
    public ValueKind valueKind(int index) {
        return ValuePrinter.kind(bytes[pairValueOffset(index)]);
    }

    private int pairValueOffset(int index) {
        int at = pairOffset(index);
        return at + EventFormat.TEXT_HEAD_BYTES + textLength(at);
    }

    private int pairOffset(int index) {
        checkIndex(index, pairCount);
        if (index < lastPair) {
            lastPair = 0;
            lastPairOffset = pairs;
        }
        in.reset(bytes, lastPairOffset, end - lastPairOffset);
        for (; lastPair < index; lastPair++) {
            in.readText();
            in.skipValue();
        }
        lastPairOffset = in.position();
        return lastPairOffset;
    }

    /** Whether the event has a throwable; {@link #thrown()} decodes it. */
    public boolean hasThrown() {
        return thrownNode != ABSENT;
    }

    /** The throwable, decoded; null without one. */
    public CapturedThrowable thrown() {
        if (thrownNode == ABSENT) {
            return null;
        }
        in.reset(bytes, thrownNode, end - thrownNode);
        return new ThrownReader(in, dictionary).read();
    }

    /** The frame of the log statement; null when it was not captured. */
    public StackTraceElement caller() {
        if (callerFrame == ABSENT) {
            return null;
        }
        in.reset(bytes, callerFrame, end - callerFrame);
        int id = in.readInt();
        return id == 0 ? FrameCodec.read(in) : dictionary.frame(id);
    }

    /** The frame of the log statement and those behind it, as many as were captured. */
    public List<StackTraceElement> callers() {
        StackTraceElement caller = caller();
        if (caller == null) {
            return List.of();
        }
        List<StackTraceElement> callers = new ArrayList<>(1 + outerCallerCount);
        callers.add(caller);
        in.reset(bytes, outerCallers, outerCallerCount == 0 ? 0 : end - outerCallers);
        for (int i = 0; i < outerCallerCount; i++) {
            int id = in.readInt();
            callers.add(id == 0 ? FrameCodec.read(in) : dictionary.frame(id));
        }
        return callers;
    }

    /** Looks up whatever stands in the dictionary, which then knows whether something {@link Dictionary#lacksEntries() is missing}. */
    public void lookUpAll() {
        lookUp(loggerId());
        lookUp(threadId());
        lookUp(templateId);
        if (callerFrame != ABSENT) {
            List<StackTraceElement> ignored = callers();
        }
        if (thrownNode != ABSENT) {
            CapturedThrowable ignored = thrown();
        }
    }

    private void lookUp(int id) {
        if (id != 0) {
            byte[] ignored = dictionary.text(id);
        }
    }

    /** The number the event got when it was logged; 0 where events are not numbered. */
    public long sequenceNumber() {
        return number;
    }

    private static void checkIndex(int index, int count) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("index " + index + " of " + count);
        }
    }

    private int textLength(int headOffset) {
        return EventFormat.textLength((int) INT.get(bytes, headOffset));
    }

    private void putText(int headOffset, Utf8Buffer out) {
        out.put(bytes, headOffset + EventFormat.TEXT_HEAD_BYTES, textLength(headOffset));
    }
}
