package dev.millrace.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of a captured event. All numbers are little-endian; nothing is aligned inside the record.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------+---------------+-------------------------------+
 *  |  Kind (1)     |  Level        |  Flags                        |   0
 *  +---------------+---------------+-------------------------------+
 *  |  Generation                   |  Argument count               |   4
 *  +-------------------------------+-------------------------------+
 *  |  Timestamp, microseconds since the epoch                      |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |  Logger id, 0 = name inline                                   |  16
 *  +---------------------------------------------------------------+
 *  |  Thread id, 0 = inline                                        |  20
 *  +---------------------------------------------------------------+
 *  |  Template id, 0 = inline                                      |  24
 *  +---------------------------------------------------------------+
 *  |  Parts, each only when needed, in this order                 ...  28
 *
 *    logger name   text                     when the logger id is 0
 *    thread        text                     when the thread id is 0
 *                  or i64 number of thread  with THREAD_VIRTUAL or THREAD_UNNAMED
 *    template      text                     when the template id is 0, without TEMPLATE_NULL
 *    MDC           i32 bytes that follow, i32 count, count x (text key, text value or null)
 *    markers       i32 count, count x text
 *    key-values    i32 count, count x (text key, value)
 *    caller        frame
 *    outer callers i32 count, count x frame
 *    number        i64
 *    arguments     argument count x value
 *    throwable     node, up to the end of the record
 *
 *    text   i32 head = bytes x 2 + (1 when all of them are ASCII), -1 for null; UTF-8 bytes
 *    value  u8 tag, then what the tag says (TAG_...)
 *    frame  i32 id in the dictionary, 0 = inline: six texts (class loader, module, version, class,
 *           method, file; null where unknown), i32 line
 *    node   u8 NODE_ flags, i32 id of the class name (0 = text follows), text message, text first line,
 *           i32 frames in common, i32 count of frames, frames, i32 count of suppressed, node of the
 *           cause, nodes of the suppressed
 * </pre>
 */
final class EventFormat {
    // Each further kind would cost a starting program about a millisecond.
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int KIND_EVENT = 1;

    static final int KIND_OFFSET = 0;
    static final int LEVEL_OFFSET = KIND_OFFSET + 1;
    static final int FLAGS_OFFSET = LEVEL_OFFSET + 1;
    static final int GENERATION_OFFSET = FLAGS_OFFSET + 2;
    static final int ARGUMENT_COUNT_OFFSET = GENERATION_OFFSET + 2;
    static final int TIMESTAMP_OFFSET = ARGUMENT_COUNT_OFFSET + 2;
    static final int LOGGER_ID_OFFSET = TIMESTAMP_OFFSET + 8;
    static final int THREAD_ID_OFFSET = LOGGER_ID_OFFSET + 4;
    static final int TEMPLATE_ID_OFFSET = THREAD_ID_OFFSET + 4;
    static final int HEAD_BYTES = TEMPLATE_ID_OFFSET + 4;

    /** Something was left out because the event would have been too large; the text says where. */
    static final int CUT = 1;
    /** An unnamed virtual thread: its number follows. */
    static final int THREAD_VIRTUAL = 1 << 1;
    /** An unnamed platform thread: its number follows. */
    static final int THREAD_UNNAMED = 1 << 2;
    /** The template was null. */
    static final int TEMPLATE_NULL = 1 << 3;

    static final int MDC = 1 << 4;
    static final int MARKERS = 1 << 5;
    static final int KEY_VALUES = 1 << 6;
    static final int CALLER = 1 << 7;
    static final int THROWN = 1 << 8;
    /** The frames behind the caller's. */
    static final int OUTER_CALLERS = 1 << 9;
    /** The event has a number. */
    static final int NUMBER = 1 << 10;
    /** All flags that this version knows: a record with others is none of ours. */
    static final int ALL_FLAGS = (1 << 11) - 1;

    static final int TEXT_HEAD_BYTES = 4;
    static final int NULL_TEXT = -1;

    static final int TAG_NULL = 0;
    static final int TAG_STRING = 1;
    static final int TAG_FALSE = 2;
    static final int TAG_TRUE = 3;
    static final int TAG_BYTE = 4;
    static final int TAG_SHORT = 5;
    static final int TAG_INT = 6;
    static final int TAG_LONG = 7;
    static final int TAG_CHAR = 8;
    static final int TAG_FLOAT = 9;
    static final int TAG_DOUBLE = 10;
    /** Two i64, the most significant first. */
    static final int TAG_UUID = 11;
    /** Arrays: i32 count of elements, i32 number of elements cut off, then the elements. */
    static final int TAG_BOOLEAN_ARRAY = 12;

    static final int TAG_BYTE_ARRAY = 13;
    static final int TAG_CHAR_ARRAY = 14;
    static final int TAG_SHORT_ARRAY = 15;
    static final int TAG_INT_ARRAY = 16;
    static final int TAG_LONG_ARRAY = 17;
    static final int TAG_FLOAT_ARRAY = 18;
    static final int TAG_DOUBLE_ARRAY = 19;
    /** Texts from here on: what they were before they were rendered. */
    static final int TAG_NUMBER_TEXT = 20;

    static final int TAG_TEMPORAL_TEXT = 21;
    static final int TAG_ENUM_TEXT = 22;
    static final int TAG_OBJECT_TEXT = 23;

    static final int ARRAY_HEAD_BYTES = 8;

    static final int NODE_CIRCULAR = 1;
    static final int NODE_MESSAGE = 1 << 1;
    static final int NODE_TEXT = 1 << 2;
    static final int NODE_CAUSE = 1 << 3;
    static final int ALL_NODE_FLAGS = (1 << 4) - 1;

    /** Throwables nested deeper than this are not captured, nor read. */
    static final int MAX_NESTED = 64;
    /** Arguments that fit the argument count. */
    static final int MAX_ARGUMENTS = 0xffff;

    private EventFormat() {}

    static int textHead(int lengthBytes, boolean ascii) {
        return (lengthBytes << 1) | (ascii ? 1 : 0);
    }

    static int textLength(int head) {
        return head >>> 1;
    }

    /** Size in bytes of one element of an array tag. */
    static int elementBytes(int tag) {
        return switch (tag) {
            case TAG_BOOLEAN_ARRAY, TAG_BYTE_ARRAY -> 1;
            case TAG_CHAR_ARRAY, TAG_SHORT_ARRAY -> 2;
            case TAG_INT_ARRAY, TAG_FLOAT_ARRAY -> 4;
            case TAG_LONG_ARRAY, TAG_DOUBLE_ARRAY -> 8;
            default -> throw new IllegalArgumentException("no array tag: " + tag);
        };
    }

    static boolean isLevel(int level) {
        return switch (level) {
            case Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR -> true;
            default -> false;
        };
    }

    /** Two bytes. */
    static short shortAt(byte[] bytes, int at) {
        return (short) ((bytes[at] & 0xff) | (bytes[at + 1] << 8));
    }

    static void putShort(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
    }
}
