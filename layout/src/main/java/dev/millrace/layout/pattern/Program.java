package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.time.DateText;

/**
 * A compiled pattern: instructions with an operand each, run by one loop that writes straight into a buffer.
 *
 * <p>Caches live in the operands, so a program belongs to one thread.
 *
 * @since 0.1.0
 */
public final class Program {
    /** {@code byte[]}: appends it. */
    static final int LITERAL = 0;
    /** {@link DateText}. */
    static final int DATE = 1;
    /** {@link LevelTexts}. */
    static final int LEVEL = 2;
    /** {@link NameTexts}: the thread's name. */
    static final int THREAD = 3;
    /** {@link NameTexts}: the logger's name. */
    static final int LOGGER = 4;
    /** The instructions up to here append what {@link LineHeads} keep. */
    static final int LAST_OF_HEADS = LOGGER;
    /** No operand. */
    static final int MESSAGE = 5;
    /** No operand: as {@link #MESSAGE}, but nothing for a null message. */
    static final int MESSAGE_IF_ANY = 6;
    /** {@link FrameTexts}: a part of the caller's frame. */
    static final int CALLER = 7;
    /** {@link MdcWord}: the value of its key. */
    static final int MDC_VALUE = 8;
    /** {@link MdcEntries}. */
    static final int MDC_ENTRIES = 9;
    /** No operand. */
    static final int MARKERS = 10;
    /** {@link KeyValuesWord}. */
    static final int KEY_VALUES = 11;
    /** {@link ThrowableText}, or a {@code String}: the line separator of plain stack traces. */
    static final int THROWN = 12;
    /** {@code Long}: the start in milliseconds. */
    static final int RELATIVE_MILLIS = 13;
    /** No operand. */
    static final int EPOCH_MILLIS = 14;
    /** No operand. */
    static final int EPOCH_SECONDS = 15;
    /** No operand: the microseconds within the millisecond. */
    static final int MICROS = 16;
    /** No operand: remembers where the text that the matching {@link #FIT} applies to starts. */
    static final int MARK = 17;
    /** {@link Fit}. */
    static final int FIT = 18;
    /** {@link GroupWord#apply}: of the text since the matching {@link #MARK}. */
    static final int TRANSFORM = 19;
    /** {@link EventPart}. */
    static final int PART = 20;

    private final int[] opcodes;
    private final Object[] operands;
    private final int[] marks;
    private final int callerFrames;
    /** Null when there is nothing to keep. */
    private final LineHeads heads;

    /** What stands behind the message of an event without a throwable; null where not only heads are before it. */
    private final byte[] behindMessage;

    Program(int[] opcodes, Object[] operands, int callerFrames) {
        this.opcodes = opcodes;
        this.operands = operands;
        this.marks = new int[greatestDepth(opcodes)];
        this.callerFrames = callerFrames;
        this.heads = LineHeads.of(opcodes, operands);
        this.behindMessage = behindMessage(heads == null ? 0 : heads.instructions());
    }

    private byte[] behindMessage(int message) {
        int next = message + 1;
        byte[] literal = {};
        if (is(LITERAL, next)) {
            literal = (byte[]) operands[next++];
        }
        if (is(THROWN, next)) {
            next++;
        }
        return is(MESSAGE, message) && next == opcodes.length ? literal : null;
    }

    private boolean is(int opcode, int instruction) {
        return instruction < opcodes.length && opcodes[instruction] == opcode;
    }

    private static int greatestDepth(int[] opcodes) {
        int greatest = 0;
        int depth = 0;
        for (int opcode : opcodes) {
            if (opcode == MARK) {
                greatest = Math.max(greatest, ++depth);
            } else if (opcode == FIT || opcode == TRANSFORM) {
                depth--;
            }
        }
        return greatest;
    }

    /** Whether a text depends on how many events were printed before. */
    boolean counts() {
        for (int i = 0; i < operands.length; i++) {
            // The opcode first: asking for a type loads its class.
            if (opcodes[i] == PART && operands[i] instanceof NumberWord number && number.isLocal()) {
                return true;
            }
        }
        return false;
    }

    /** Frames of the caller that the program prints. */
    public int callerFrames() {
        return callerFrames;
    }

    /** Appends the text of an event. */
    public void run(LogEvent event, Utf8Buffer out) {
        int first = 0;
        if (heads != null) {
            if (!heads.append(event, out)) {
                makeHead(event, out);
            }
            first = heads.instructions();
        }
        run(first, opcodes.length, event, out);
    }

    /** Whether there is a quick way for plain events: nothing but heads, the message, and what is always the same. */
    boolean runsPlain() {
        return behindMessage != null;
    }

    /** Appends the text of a plain event; false when that takes more, and then nothing. */
    boolean runPlain(LogEvent event, Utf8Buffer out) {
        int start = out.length();
        if (heads != null && !heads.append(event, out)) {
            makeHead(event, out);
        }
        boolean done = event.plainMessage(behindMessage, out);
        if (!done) {
            out.length(start);
        }
        return done;
    }

    private void makeHead(LogEvent event, Utf8Buffer out) {
        int start = out.length();
        run(0, heads.instructions(), event, out);
        heads.keep(event, out, start);
    }

    private void run(int from, int to, LogEvent event, Utf8Buffer out) {
        int depth = 0;
        for (int i = from; i < to; i++) {
            Object operand = operands[i];
            switch (opcodes[i]) {
                case LITERAL -> out.put((byte[]) operand);
                case DATE -> out.put(((DateText) operand).at(event.timestampMicros()));
                case LEVEL -> out.put(((LevelTexts) operand).of(event.level()));
                case THREAD -> thread((NameTexts) operand, event, out);
                case LOGGER -> logger((NameTexts) operand, event, out);
                case MESSAGE -> event.message(out);
                case MESSAGE_IF_ANY -> {
                    if (!event.messageIsNull()) {
                        event.message(out);
                    }
                }
                case CALLER -> out.put(((FrameTexts) operand).of(event.caller()));
                case MDC_VALUE -> ((MdcWord) operand).append(event, out);
                case MDC_ENTRIES -> ((MdcEntries) operand).append(event, out);
                case MARKERS -> markers(event, out);
                case KEY_VALUES -> ((KeyValuesWord) operand).append(event, out);
                case THROWN -> {
                    if (event.hasThrown()) {
                        thrown(i, event, out);
                    }
                }
                case RELATIVE_MILLIS -> out.putLong(millis(event) - (Long) operand);
                case EPOCH_MILLIS -> out.putLong(millis(event));
                case EPOCH_SECONDS -> out.putLong(millis(event) / 1000);
                case MICROS -> micros((int) Math.floorMod(event.timestampMicros(), 1000L), out);
                case MARK -> marks[depth++] = out.length();
                case FIT -> ((Fit) operand).apply(out, marks[--depth]);
                case TRANSFORM -> ((GroupWord) operand).apply(event, out, marks[--depth]);
                case PART -> ((EventPart) operand).append(event, out);
                default -> throw new IllegalStateException("opcode " + opcodes[i]);
            }
        }
    }

    private static long millis(LogEvent event) {
        return Math.floorDiv(event.timestampMicros(), 1000L);
    }

    private static void micros(int withinMillisecond, Utf8Buffer out) {
        out.put('0' + withinMillisecond / 100);
        out.put('0' + withinMillisecond / 10 % 10);
        out.put('0' + withinMillisecond % 10);
    }

    private void thrown(int instruction, LogEvent event, Utf8Buffer out) {
        if (operands[instruction] instanceof String lineSeparator) {
            operands[instruction] = ThrowableText.plain(lineSeparator);
        }
        ((ThrowableText) operands[instruction]).append(event, out);
    }

    private static void thread(NameTexts names, LogEvent event, Utf8Buffer out) {
        int id = event.threadId();
        byte[] text = names.find(id);
        if (text != null) {
            out.put(text);
        } else if (id == 0 && !names.abbreviates()) {
            int start = names.surround().begin(out);
            event.threadName(out);
            names.surround().end(out, start);
        } else {
            event.threadName(names.scratch());
            out.put(names.enter(id));
        }
    }

    private static void logger(NameTexts names, LogEvent event, Utf8Buffer out) {
        int id = event.loggerId();
        byte[] text = names.find(id);
        if (text != null) {
            out.put(text);
        } else if (id == 0 && !names.abbreviates()) {
            int start = names.surround().begin(out);
            event.loggerName(out);
            names.surround().end(out, start);
        } else {
            event.loggerName(names.scratch());
            out.put(names.enter(id));
        }
    }

    private static void markers(LogEvent event, Utf8Buffer out) {
        for (int i = 0; i < event.markerCount(); i++) {
            if (i > 0) {
                out.put(' ');
            }
            event.marker(i, out);
        }
    }
}
